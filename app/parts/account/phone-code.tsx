import { type ReactNode, useEffect, useRef, useState } from "react";
import { href, Link, useNavigation } from "react-router";
import type { Channel } from "../../../platform/messaging/channels.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { byChannel, channelNames } from "./phone-field.tsx";
import { useCodeFromSms } from "./use-code-from-sms.ts";

type Props = {
  action: string;
  answer: FormAnswer | undefined;
  sent: { phone: string; shown: string; channel: Channel | null };
  /** Seconds until another code may be sent. */
  wait: number;
  channels: Channel[];
  /** The demo stores its messages instead of sending them. */
  isDemo: boolean;
  /** The `intent` of the form that asks for a code, and of the one that enters it. */
  intents: { ask: string; enter: string };
  label: string;
  /** The link to use another number. */
  children: ReactNode;
};

/** The field for a code that was sent to a phone, and the alternatives when none arrives. */
export default function PhoneCode(props: Props) {
  const { action, answer, sent, wait, channels, isDemo, intents, label, children } = props;
  const form = useRef<HTMLFormElement>(null);
  useCodeFromSms(form);
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === intents.enter;
  const left = useSecondsLeft(wait);
  return (
    <div className="stack">
      <p>
        We have sent a code to <b className="num">{sent.shown}</b>
        {byChannel(sent.channel)}. It works for 10 minutes.
      </p>
      <AnswerForm action={action} answer={answer} ref={form}>
        <input type="hidden" name="intent" value={intents.enter} />
        <input type="hidden" name="phone" value={sent.phone} />
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Six digits, from the message we have just sent"
          required
          maxLength={12}
        />
        <button type="submit" className="btn btn-primary btn-full" aria-disabled={busy}>
          {busy ? "One moment..." : label}
        </button>
      </AnswerForm>
      <AnswerForm action={action} answer={undefined}>
        <input type="hidden" name="intent" value={intents.ask} />
        <input type="hidden" name="phone" value={sent.phone} />
        {channels.map((channel) => (
          <button
            key={channel}
            type="submit"
            name="channel"
            value={channel}
            className="btn btn-secondary btn-full"
            aria-disabled={left > 0}
          >
            {channel === (sent.channel ?? channels[0])
              ? "Send it again"
              : `Send it by ${channelNames[channel]}`}
          </button>
        ))}
      </AnswerForm>
      <p className="hint">
        {left > 0 && `If nothing arrives, you can ask for another code in ${left} seconds. `}
        {children}
      </p>
      {isDemo && (
        <p className="hint">
          This demo sends nothing:{" "}
          <Link className="link" to={href("/dev/messages")} target="_blank">
            see the message
          </Link>
          .
        </p>
      )}
    </div>
  );
}

/** Counts down where scripts run; without them the number does not change. */
function useSecondsLeft(wait: number): number {
  const [left, setLeft] = useState(wait);
  useEffect(() => {
    setLeft(wait);
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000);
    return () => clearInterval(timer);
  }, [wait]);
  return left;
}

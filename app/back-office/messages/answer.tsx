import { useState } from "react";
import type { Conversation } from "../../../shop/content/inbox/conversations.server.ts";
import { useSent } from "../../http/forms/use-sent.ts";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";
import { type Choice, Select, TextArea } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { NamedForm } from "../parts/named-form.tsx";
import { saidMeanwhile } from "./meanwhile.ts";

type Props = {
  conversation: Conversation;
  inbox: string | null;
  readsMail: boolean;
  replies: Choice[];
  chosen: { id: string; text: string } | null;
  now: Date;
};

/** The answer to a conversation: a saved reply to begin with, and the box. */
export function Answer(props: Props) {
  const { replies, chosen } = props;
  const sent = useSent("answer");
  return (
    <>
      {replies.length > 0 && (
        <ApplyForm action="" className="flex flex-wrap items-end gap-2 mb-4">
          <Select
            label="Begin with a saved reply"
            name="reply"
            key={chosen?.id}
            defaultValue={chosen?.id ?? ""}
            choices={[{ value: "", label: "None" }, ...replies]}
          />
        </ApplyForm>
      )}
      <AnswerBox key={`${chosen?.id} ${sent}`} {...props} />
    </>
  );
}

/**
 * The box. What is typed stays when the conversation changes meanwhile; a notice then tells of it, so that who sends
 * has been told.
 */
function AnswerBox({ conversation, chosen, inbox, readsMail, now }: Props) {
  const { said, version } = conversation;
  const last = said.at(-1)?.id ?? "";
  const [seen, setSeen] = useState(last);
  const [isTyping, setIsTyping] = useState(chosen !== null);
  // An empty box has nothing that could cross.
  if (!isTyping && seen !== last) setSeen(last);
  const meanwhile = saidMeanwhile(said, seen, now);
  return (
    <NamedForm name="answer" onInput={() => setIsTyping(true)}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={seen} />
      <TextArea
        label="Your answer"
        name="text"
        rows={6}
        defaultValue={chosen?.text ?? ""}
        hint={hintOf(inbox, readsMail)}
      />
      {isTyping && meanwhile && (
        <Notice tone="warn" title={meanwhile} text="Read it above. You may still send yours." />
      )}
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary" name="intent" value="reply">
          Send by mail
        </button>
        <button type="submit" className="btn btn-secondary" name="intent" value="note">
          Keep as a note
        </button>
      </div>
    </NamedForm>
  );
}

function hintOf(inbox: string | null, readsMail: boolean): string {
  if (readsMail) return "Goes by mail. What they answer comes into this conversation.";
  return inbox
    ? `Goes by mail. What they answer comes to ${inbox}, and not here: enter the mailbox in Settings, Keys of providers.`
    : "Goes by mail. Set the shop's email address in Settings, so that they can answer.";
}

import { type MouseEvent, useState } from "react";
import type { Conversation } from "../../../shop/content/inbox/conversations.server.ts";
import { useSent } from "../../http/forms/use-sent.ts";
import { Select, TextArea } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { NamedForm } from "../parts/named-form.tsx";
import { insertParagraph } from "./insert-reply.ts";
import { saidMeanwhile } from "./meanwhile.ts";

/** A saved reply with the customer's name and order in it. */
export type FilledReply = { id: string; name: string; text: string };

type Props = {
  conversation: Conversation;
  inbox: string | null;
  readsMail: boolean;
  replies: FilledReply[];
  now: Date;
};

/** The answer to a conversation; empty again once it is sent. */
export function Answer(props: Props) {
  return <AnswerBox key={useSent("answer")} {...props} />;
}

/**
 * The box. What is typed stays when the conversation changes meanwhile; a notice then tells of it, so that who sends
 * has been told.
 */
function AnswerBox({ conversation, replies, inbox, readsMail, now }: Props) {
  const { said, version } = conversation;
  const last = said.at(-1)?.id ?? "";
  const [seen, setSeen] = useState(last);
  const [isTyping, setIsTyping] = useState(false);
  // An empty box has nothing that could cross.
  if (!isTyping && seen !== last) setSeen(last);
  const meanwhile = saidMeanwhile(said, seen, now);
  return (
    <NamedForm name="answer" onInput={() => setIsTyping(true)}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={seen} />
      {replies.length > 0 && <SavedReplies replies={replies} />}
      <TextArea label="Your answer" name="text" rows={6} hint={hintOf(inbox, readsMail)} />
      {isTyping && meanwhile && (
        <Notice tone="warn" title={meanwhile} text="Read it above. You may still send yours." />
      )}
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary" name="intent" value="reply">
          Send by mail
        </button>
        <button type="submit" className="btn btn-secondary" name="intent" value="note">
          Save as a staff note
        </button>
      </div>
    </NamedForm>
  );
}

/** Puts a saved reply into the answer: at the cursor, or without scripts by the server after what was typed. */
function SavedReplies({ replies }: { replies: FilledReply[] }) {
  const insert = (event: MouseEvent<HTMLButtonElement>) => {
    const controls = event.currentTarget.form?.elements;
    const [chosen, box] = [controls?.namedItem("reply"), controls?.namedItem("text")];
    if (!(chosen instanceof HTMLSelectElement && box instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    const reply = replies.find(({ id }) => id === chosen.value);
    if (reply) insertParagraph(box, reply.text);
  };
  return (
    <div className="flex max-w-full items-end gap-2">
      <Select
        label="Saved reply"
        name="reply"
        choices={replies.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <button type="submit" className="btn btn-secondary" name="intent" value="insert" onClick={insert}>
        Insert
      </button>
    </div>
  );
}

function hintOf(inbox: string | null, readsMail: boolean): string {
  if (readsMail) return "Goes by mail. What they answer comes into this conversation.";
  return inbox
    ? `Goes by mail. What they answer comes to ${inbox}, and not here: enter the mailbox in Settings, Keys of providers.`
    : "Goes by mail. Set the shop's email address in Settings, so that they can answer.";
}

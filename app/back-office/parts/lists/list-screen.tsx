import type { ComponentProps, ReactNode } from "react";
import { AnswerMessage } from "../../../parts/answer-message.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { ScreenHead } from "../screen-head.tsx";
import { List } from "./list.tsx";
import type { ListSetup } from "./list-setup.server.ts";

/** The additions of a screen to a list. */
export type ScreenOfList = {
  /** Absent when the list is part of another screen. */
  title?: string;
  text?: ReactNode;
  /** The screen that it belongs to. */
  back?: { to: string; label: string };
  /** The primary button beside the title. */
  actions?: ReactNode;
  /** Secondary buttons. */
  moreActions?: ReactNode;
  /** The answer to a form of a row, or to the bulk form. */
  answer?: Pick<FormAnswer, "toast"> | undefined;
  /** How the viewer sees the list; absent for a list without views. */
  setup?: ListSetup | undefined;
  /** Between head and list. */
  children?: ReactNode;
};

/** `label`: accessible name of the table, when it is not the title. */
type Props<Row> = Omit<ComponentProps<typeof List<Row>>, "label"> &
  ScreenOfList &
  ({ title: string; label?: string } | { label: string });

/** A list of the back office with its head and the message of the last action. */
export function ListScreen<Row>({
  title,
  text,
  back,
  actions,
  moreActions,
  answer,
  label = title ?? "",
  setup,
  children,
  columns,
  ...list
}: Props<Row>) {
  return (
    <>
      {title && (
        <ScreenHead title={title} text={text} back={back} more={moreActions}>
          {actions}
        </ScreenHead>
      )}
      <AnswerMessage answer={answer} />
      {children}
      <List
        label={label}
        setup={setup}
        columns={columns.filter((column) => !setup?.hidden.includes(column.label))}
        {...list}
      />
    </>
  );
}

/**
 * The states of the tab's event stream (docs/domain.md, "Live updates"). `closed`: no stream, and none planned.
 * `planned`: none, and a time at which one is opened. `connecting`: opened, not yet answered. `live`: changes arrive.
 */
export type StreamState = "closed" | "planned" | "connecting" | "live";

/**
 * `topics`: a screen wants a topic that the stream does not have. `due`: the planned time has come; `due-hidden`: in a
 * hidden tab; `due-unwanted`: no screen wants a topic any more. `ready`: the server answered. `failed`: no connection,
 * or it was refused. `hidden`: the tab has been hidden for long. `shown`: it is seen again. `online`: the browser has a
 * network again.
 */
export type StreamEvent =
  | "topics"
  | "due"
  | "due-hidden"
  | "due-unwanted"
  | "ready"
  | "failed"
  | "hidden"
  | "shown"
  | "online";

/**
 * `plan-first`, `plan-soon`, `plan-now`, `plan-retry`: open a stream after that delay, instead of an earlier plan.
 * `open`: open one for all wanted topics, instead of the present one. `close`: end the present one and the plan.
 * `miss`: changes may be missed from now on. `catch-up`: revalidate the page if some were.
 */
export type StreamAction =
  | "plan-first"
  | "plan-soon"
  | "plan-now"
  | "plan-retry"
  | "open"
  | "close"
  | "miss"
  | "connected"
  | "catch-up";

type Transition = readonly [next: StreamState, ...actions: StreamAction[]];

/** With a stream: the same whether or not it has answered. */
const opened = (present: StreamState): Record<StreamEvent, Transition> => ({
  topics: [present, "plan-soon"],
  due: ["connecting", "open"],
  "due-hidden": ["closed", "close", "miss"],
  "due-unwanted": ["closed", "close"],
  ready: ["live", "connected", "catch-up"],
  failed: ["planned", "close", "miss", "plan-retry"],
  hidden: ["closed", "close", "miss"],
  shown: [present],
  online: [present, "catch-up"],
});

/** What each event does in each state: the next state, and what is done on the way. */
export const transitions: Record<StreamState, Record<StreamEvent, Transition>> = {
  closed: {
    topics: ["planned", "plan-first"],
    due: ["closed"],
    "due-hidden": ["closed"],
    "due-unwanted": ["closed"],
    ready: ["closed"],
    failed: ["closed"],
    hidden: ["closed"],
    shown: ["planned", "plan-now"],
    online: ["closed"],
  },
  planned: {
    topics: ["planned", "plan-first"],
    due: ["connecting", "open"],
    "due-hidden": ["closed", "miss"],
    "due-unwanted": ["closed"],
    ready: ["planned"],
    failed: ["planned"],
    hidden: ["planned"],
    shown: ["planned", "plan-now"],
    online: ["planned"],
  },
  connecting: opened("connecting"),
  live: opened("live"),
};

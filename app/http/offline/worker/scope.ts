/** The parts of the worker's global scope that it uses. TypeScript's types for workers and for pages conflict. */
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};

export type MessageEventOfPage = ExtendableEvent & {
  readonly data: unknown;
  readonly source: { postMessage(message: unknown): void };
  readonly ports: readonly MessagePort[];
};

type PushEvent = ExtendableEvent & { readonly data: { json(): unknown } | null };

type NotificationEvent = ExtendableEvent & { readonly notification: Notification };

type WindowClient = {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<WindowClient | null>;
};

/** Background Sync, which Chromium has and TypeScript's types lack. */
export type SyncingRegistration = ServiceWorkerRegistration & {
  readonly sync?: { register(tag: string): Promise<void> };
};

export type WorkerScope = {
  readonly registration: SyncingRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageEventOfPage) => void): void;
  addEventListener(type: "sync", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationEvent) => void): void;
};

declare const self: unknown;

/** The worker's global scope, which TypeScript types as that of a page. */
export const scope = self as WorkerScope;

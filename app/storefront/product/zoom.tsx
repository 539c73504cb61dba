import {
  type KeyboardEvent,
  type PointerEvent,
  type UIEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { mediaPath } from "../../../shop/catalogue/picture-address.ts";
import type { ProductPicture } from "../../../shop/catalogue/product.ts";

const most = 4;
/** The minimum movement of a swipe, as opposed to a tap; in pixels. */
const swipe = 40;

type Point = { x: number; y: number };

/**
 * Full-screen pictures with swipe, pinch and arrow keys. It opens on the displayed picture, centred. A pinch or a tap
 * zooms around the touched point; the picture scrolls in its frame, so that finger, wheel and keyboard all pan it.
 */
export default function Zoom({ pictures, start }: { pictures: ProductPicture[]; start: number }) {
  const [place, setPlace] = useState(start);
  const scaled = useScale();
  const { frame, scale, setScale, zoomTo } = scaled;
  const turn = (by: number) => {
    setScale(1);
    setPlace((place + by + pictures.length) % pictures.length);
  };
  const mayTurn = scale === 1 && pictures.length > 1;
  const { moved, ...pointers } = useFingers(scaled, (by) => {
    if (mayTurn) turn(by);
  });
  const picture = pictures[place];
  const onKeyDown = (event: KeyboardEvent) => {
    const box = frame.current;
    if (!box) return;
    if (event.key === "+" || event.key === "=") zoomTo(scale * 1.5, middleOf(box));
    else if (event.key === "-") zoomTo(scale / 1.5, middleOf(box));
    else if (mayTurn && event.key === "ArrowRight") turn(1);
    else if (mayTurn && event.key === "ArrowLeft") turn(-1);
    else return;
    event.preventDefault();
  };
  if (!picture) return null;
  return (
    <div className="zoom-view">
      {/* biome-ignore lint/a11y/useSemanticElements: what scrolls and is turned by arrows is a group with a name */}
      <div
        ref={frame}
        className="zoom-frame"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Picture ${place + 1} of ${pictures.length}. Plus and minus change its size, arrows turn to the next.`}
        onKeyDown={onKeyDown}
        {...pointers}
        onClick={(event) => {
          if (Math.hypot(moved.current.x, moved.current.y) < 8) zoomTo(scale > 1 ? 1 : 2.5, pointIn(event));
        }}
      >
        <img
          key={picture.key}
          src={mediaPath(picture, 1600, "webp")}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          style={{ ["--scale" as string]: String(scale) }}
          draggable={false}
        />
      </div>
      {pictures.length > 1 && (
        <p className="flex items-center justify-center gap-4 py-2">
          <button type="button" className="btn btn-secondary" onClick={() => turn(-1)}>
            Previous
          </button>
          <span className="num" role="status">
            {place + 1} / {pictures.length}
          </span>
          <button type="button" className="btn btn-secondary" onClick={() => turn(1)}>
            Next
          </button>
        </p>
      )}
    </div>
  );
}

/** The zoom scale of a picture in its scroll frame. `zoomTo`: sets a new one and keeps the point `at` fixed. */
function useScale() {
  const [scale, setScale] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  /** The fixed point while the scale changes: its position in the picture (0 to 1) and in the frame. */
  const held = useRef<{ of: Point; at: Point } | null>(null);

  // After each render: only a new scale or picture sets a fixed point.
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box || !held.current) return;
    const { of, at } = held.current;
    held.current = null;
    box.scrollTo({
      left: of.x * box.scrollWidth - at.x,
      top: of.y * box.scrollHeight - at.y,
      behavior: "instant",
    });
  });

  const zoomTo = (next: number, at: Point) => {
    const box = frame.current;
    if (!box) return;
    held.current = {
      of: { x: (box.scrollLeft + at.x) / box.scrollWidth, y: (box.scrollTop + at.y) / box.scrollHeight },
      at,
    };
    setScale(Math.min(most, Math.max(1, next)));
  };
  return { frame, scale, setScale, zoomTo };
}

/**
 * One finger scrolls the frame, two change its scale. `onSwipe`: a horizontal swipe with one finger; 1 for the next
 * picture. Out: the handlers of the frame, and the distance moved since the touch began.
 */
function useFingers({ frame, scale, zoomTo }: ReturnType<typeof useScale>, onSwipe: (by: number) => void) {
  const fingers = useRef(new Map<number, Point>());
  const moved = useRef<Point>({ x: 0, y: 0 });
  const spread = useRef<{ distance: number; scale: number } | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    fingers.current.set(event.pointerId, pointIn(event));
    if (fingers.current.size === 1) moved.current = { x: 0, y: 0 };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = pointIn(event);
    fingers.current.set(event.pointerId, now);
    moved.current = { x: moved.current.x + now.x - before.x, y: moved.current.y + now.y - before.y };
    const [one, other] = [...fingers.current.values()];
    if (!one || !other) return frame.current?.scrollBy(before.x - now.x, before.y - now.y);
    const distance = Math.hypot(one.x - other.x, one.y - other.y);
    spread.current ??= { distance, scale };
    zoomTo((spread.current.scale * distance) / spread.current.distance, {
      x: (one.x + other.x) / 2,
      y: (one.y + other.y) / 2,
    });
  };
  const lift = (event: PointerEvent<HTMLDivElement>) => {
    const pinched = spread.current !== null;
    fingers.current.delete(event.pointerId);
    if (fingers.current.size > 0) return;
    spread.current = null;
    if (pinched) moved.current = { x: swipe, y: 0 };
    else if (Math.abs(moved.current.x) >= swipe) onSwipe(moved.current.x < 0 ? 1 : -1);
  };
  return { moved, onPointerDown, onPointerMove, onPointerUp: lift, onPointerCancel: lift };
}

function middleOf({ clientWidth, clientHeight }: HTMLElement): Point {
  return { x: clientWidth / 2, y: clientHeight / 2 };
}

/** The position of an event in its frame. */
function pointIn(event: UIEvent<HTMLElement> & { clientX: number; clientY: number }): Point {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

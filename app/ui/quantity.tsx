import { Minus, Plus } from "lucide";
import { useRef } from "react";
import { Icon } from "./icon.tsx";

/** A number from 1 to `max` with stepper buttons. Without scripts a plain number field. */
export function Quantity({ name, max, disabled = false }: { name: string; max: number; disabled?: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const step = (by: number) => {
    if (!field.current) return;
    const next = (Number.parseInt(field.current.value, 10) || 1) + by;
    field.current.value = String(Math.min(max, Math.max(1, next)));
  };
  return (
    <div className="quantity">
      <button
        type="button"
        className="tap"
        aria-label="One less"
        disabled={disabled}
        onClick={() => step(-1)}
      >
        <Icon of={Minus} className="icon icon-small" />
      </button>
      <input
        ref={field}
        className="num"
        type="number"
        name={name}
        aria-label="Quantity"
        min={1}
        max={max}
        step={1}
        defaultValue={1}
        disabled={disabled}
        inputMode="numeric"
      />
      <button type="button" className="tap" aria-label="One more" disabled={disabled} onClick={() => step(1)}>
        <Icon of={Plus} className="icon icon-small" />
      </button>
    </div>
  );
}

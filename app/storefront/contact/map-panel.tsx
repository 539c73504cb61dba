import { MapPin } from "lucide";
import { useState } from "react";
import { href } from "react-router";
import { useShop } from "../../parts/shop-context.ts";
import { Icon } from "../../ui/icon.tsx";

/** About 1.2 km each way, as the embedded map expects it: west, south, east, north. */
const reach = { longitude: 0.012, latitude: 0.008 };

/** The button's value without scripts; the answer is the same page with the map. */
export const mapButton = { name: "show", value: "map" } as const;

/** A drawing with the address; OpenStreetMap is loaded only when the visitor presses the button (privacy). */
export function MapPanel({ asked }: { asked: boolean }) {
  const { contact } = useShop().shop;
  const [pressed, setPressed] = useState(false);
  const shown = asked || pressed;
  const { latitude, longitude } = contact;
  if (contact.address.length === 0) return null;
  const isPlaced = latitude !== null && longitude !== null;
  const embed = isPlaced ? mapOf({ latitude, longitude }) : null;
  return (
    <section aria-labelledby="visit">
      <h2 id="visit" className="h3">
        Visit us
      </h2>
      <address>
        {contact.address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      {embed && (
        <>
          <div className="map">
            {shown ? (
              <iframe title="Map of our address" src={embed} referrerPolicy="no-referrer" />
            ) : (
              <>
                <Streets />
                <Icon of={MapPin} className="icon pin" />
                <form method="post" action={href("/contact")}>
                  <button
                    type="submit"
                    className="btn btn-secondary btn-medium"
                    {...mapButton}
                    onClick={(event) => {
                      event.preventDefault();
                      setPressed(true);
                    }}
                  >
                    Show the map
                  </button>
                </form>
              </>
            )}
          </div>
          <p className="text-small muted">
            {shown
              ? "The map comes from OpenStreetMap. "
              : "The map loads from OpenStreetMap when you press the button. "}
            {contact.mapUrl && (
              <a className="link" href={contact.mapUrl} target="_blank" rel="noreferrer">
                Open in OpenStreetMap
              </a>
            )}
          </p>
        </>
      )}
    </section>
  );
}

/** The address of OpenStreetMap's frame around a place. */
function mapOf({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const box = [
    longitude - reach.longitude,
    latitude - reach.latitude,
    longitude + reach.longitude,
    latitude + reach.latitude,
  ];
  return `https://www.openstreetmap.org/export/embed.html?${new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(5)).join(","),
    layer: "mapnik",
    marker: `${latitude},${longitude}`,
  })}`;
}

/** A decorative drawing, not the real streets. */
function Streets() {
  return (
    <svg viewBox="0 0 400 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className="park" d="M232 22h92l18 66-54 22-62-24z" />
      <path className="water" d="M-10 196C70 168 120 222 196 200S330 170 410 204" />
      <path
        className="street"
        d="M-10 62 410 40M-10 128 410 112M60 -10 96 250M196 -10 206 250M318 -10 352 250"
      />
      <path
        className="lane"
        d="M-10 95 200 84M96 160 206 152M130 -10 148 116M260 118 276 250M206 78 226 86"
      />
      <circle className="street" cx="201" cy="120" r="16" />
    </svg>
  );
}

import { Mail, MessageCircle, Phone } from "lucide";
import type { ReactNode } from "react";
import { isPlaceholderEmail, reachablePhone } from "../../../shop/content/contact/reachable.ts";
import { chatAddress } from "../../../shop/text/chat-address.ts";
import { OpeningHours } from "../../parts/content/opening-hours.tsx";
import { useShop } from "../../parts/shop-context.ts";
import { Icon } from "../../ui/icon.tsx";

/** Hours, phone, mail, WhatsApp and address. Unset ones are left out. */
export function ContactChannels({ open }: { open: boolean }) {
  const { contact } = useShop().shop;
  const phone = reachablePhone(contact.phone);
  const whatsapp = reachablePhone(contact.whatsapp);
  return (
    <>
      <section aria-labelledby="hours">
        <h2 id="hours" className="h3">
          Business hours
        </h2>
        <OpeningHours open={open} />
      </section>
      {(phone ?? whatsapp ?? contact.email) && (
        <section aria-labelledby="reach">
          <h2 id="reach" className="h3">
            Reach us
          </h2>
          <ul>
            {phone && (
              <Way icon={<Icon of={Phone} className="icon muted" />} label="Phone">
                <PhoneNumber number={phone} address={`tel:${digits(phone)}`} />
              </Way>
            )}
            {whatsapp && (
              <Way icon={<Icon of={MessageCircle} className="icon muted" />} label="WhatsApp">
                <PhoneNumber number={whatsapp} address={chatAddress(whatsapp)} />
              </Way>
            )}
            {contact.email && (
              <Way icon={<Icon of={Mail} className="icon muted" />} label="Email">
                <EmailAddress email={contact.email} />
              </Way>
            )}
          </ul>
        </section>
      )}
    </>
  );
}

/** The grievance officer and response times, as the e-commerce rules require. */
export function GrievanceOfficer() {
  const { name, email, phone: given } = useShop().shop.legal.grievanceOfficer;
  const phone = reachablePhone(given);
  if (!(name ?? email ?? phone)) return null;
  return (
    <section aria-labelledby="grievance">
      <h2 id="grievance" className="h3">
        Grievance officer
      </h2>
      <p>
        {name && <span className="block">{name}</span>}
        {email && (
          <span className="block">
            <EmailAddress email={email} />
          </span>
        )}
        {phone && <PhoneNumber number={phone} address={`tel:${digits(phone)}`} />}
      </p>
      <p className="text-small muted">
        Every complaint gets a ticket number, an answer within 48 hours and a decision within one month.
      </p>
    </section>
  );
}

function EmailAddress({ email }: { email: string }) {
  // A placeholder address gets no mail link.
  if (isPlaceholderEmail(email)) return <>{email}</>;
  return (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
}

function PhoneNumber({ number, address }: { number: string; address: string }) {
  return (
    <a className="link" href={address} rel="noreferrer">
      {number}
    </a>
  );
}

function Way({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-2 leading-snug">
      {icon}
      <span>
        <b className="font-medium">{label}</b>
        <br />
        {children}
      </span>
    </li>
  );
}

function digits(phone: string): string {
  return phone.replace(/[^\d+]/g, "");
}

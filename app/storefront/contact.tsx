import { href, Link } from "react-router";
import { allowFormSubmission } from "../../shop/accounts/form-rate-limit.server.ts";
import { mailStyle } from "../../shop/brand/brand.server.ts";
import { contactForm, ticketFrom } from "../../shop/content/contact/contact.ts";
import { sendMessage } from "../../shop/content/contact/send-message.server.ts";
import { isOpen } from "../../shop/settings/opening-hours.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { readForm } from "../../shop/text/read-form.ts";
import { redirectWithToast, refuse, refuseFields } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { viewerOf } from "../http/guards.server.ts";
import { originOf } from "../http/origin.server.ts";
import { clientOf } from "../http/session/caller.server.ts";
import { honeypotField } from "../parts/content/honeypot.tsx";
import * as contactMessages from "../parts/messages/contact-messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/contact";
import { ContactChannels, GrievanceOfficer } from "./contact/contact-channels.tsx";
import { ContactForm } from "./contact/contact-form.tsx";
import { MapPanel, mapButton } from "./contact/map-panel.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { hours } = await shopSettings(services);
  const viewer = viewerOf(context);
  return {
    writer: viewer.kind === "guest" ? null : { name: viewer.name, email: viewer.email ?? "" },
    open: isOpen(hours.week, services.clock.now()),
    sent: ticketFrom(new URL(request.url).searchParams.get("sent")),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  if (fields.get(mapButton.name) === mapButton.value) return { ok: true, map: true };
  if (fields.get(honeypotField)) return redirectWithToast(`${href("/contact")}?sent=T-1000`);
  const read = readForm(contactForm, fields);
  if (!read.ok) return refuseFields(read.errors, 400, fields);
  const tooMany = () => refuse(["tooManyMessages", 429], fields);
  if (!(await allowFormSubmission(services, clientOf(request)))) return tooMany();
  const { shopName, contact } = await shopSettings(services);
  const sender = { shopName, origin: originOf(services.site, request), ...(await mailStyle(services)) };
  const mailContext = { ...sender, inbox: contact.email };
  const viewer = viewerOf(context);
  const writerId = viewer.kind === "guest" ? null : viewer.id;
  const outcome = await sendMessage(services, mailContext, read.value, writerId);
  if (!outcome.ok) return tooMany();
  return redirectWithToast(`${href("/contact")}?${new URLSearchParams({ sent: outcome.value.ticket })}`);
}

export default function Contact({ loaderData: { open, sent, writer }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const refused = answer && "toast" in answer ? answer.toast : undefined;
  return (
    <div className="wrap words-page">
      <PageHead
        title="Contact"
        description="Write, call or visit: how to reach us, and when we are open."
        path={href("/contact")}
      />
      <header className="words-head">
        <h1>Contact Us</h1>
        <p className="lead">Questions, problems or praise: a real person reads every message.</p>
      </header>
      <div className="contact-columns grid gap-12">
        <section aria-labelledby="write">
          <h2 id="write" className="h3">
            Send us a message
          </h2>
          {sent ? (
            <>
              <Notice
                tone="ok"
                title={contactMessages.contactSent.title}
                text={contactMessages.contactSent.text}
              />
              <p>
                Your ticket number is <b className="whitespace-nowrap">{sent}</b>.{" "}
                <Link className="link" to={href("/contact")}>
                  Write another message
                </Link>
              </p>
            </>
          ) : (
            <>
              {refused && <Notice tone="warn" title={refused.title} text={refused.text} />}
              <ContactForm answer={answer} writer={writer} />
            </>
          )}
        </section>
        <aside aria-label="Ways to reach us" className="contact-facts grid content-start gap-8">
          <ContactChannels open={open} />
          <MapPanel asked={answer !== undefined && "map" in answer} />
          <GrievanceOfficer />
        </aside>
      </div>
    </div>
  );
}

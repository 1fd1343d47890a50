import type { Guides } from "@/lib/docs/doc";

export const WEBHOOKS: Guides = {
  webhooks: {
    title: "Webhooks",
    lead: "Every change of an order is sent to your server: a signed POST with a JSON body, retried until it arrives.",
    blocks: [
      { h2: "Start receiving", id: "start" },
      {
        steps: [
          "Add an endpoint in the [dashboard](/dashboard/webhooks) and choose its events. Store the secret that it shows. Live and test mode have separate endpoints.",
          "[Verify the signature](/docs/verify-signature) of each message before you trust it.",
          "Respond with 2xx within 15 seconds, and process the event afterwards.",
        ],
      },
      { snippet: "webhook-receiver", label: "A receiver in Node" },
      { h2: "What you can rely on", id: "guarantees" },
      {
        list: [
          "**At least once.** An event is stored together with the change it describes, and sent until you respond with 2xx or all attempts are used up. It may arrive twice: store each `webhook-id` that you have processed. It is the event’s `id` and the same on every attempt.",
          "**In any order.** A later event can arrive before an earlier one. `sequence` counts the events of an order from 1 without gaps: ignore an event whose number is not greater than the last one that you processed. Each event contains the whole order as it was at that moment.",
          "**The same bytes everywhere.** All attempts and the [event log](/docs/listEvents) have the same id and body.",
          "Bodies are JSON in UTF-8, well below 64 KiB. New fields and events may be added: ignore those that you do not know.",
        ],
      },
      { h2: "What your response means", id: "answers" },
      {
        table: [
          ["2xx within 15 seconds", "Delivered."],
          ["3xx", "A failure. Redirects are not followed: register the final address."],
          ["410", "A failure, and the endpoint is turned off right away."],
          ["429, or no response in time", "A failure. The next attempt waits for at least a minute."],
          ["Anything else", "A failure."],
        ],
        head: ["Your response", "Meaning"],
        label: "What each response means",
      },
      { h2: "Without a tunnel", id: "local" },
      "On your own machine, this command receives, verifies and prints events. You can also see them without a public URL: the dashboard shows every test message as it was sent.",
      { snippet: "listen", label: "Receive webhooks on your own machine" },
    ],
  },
  "webhook-events": {
    title: "Events",
    lead: "All event types. Each event contains the order as it was at that moment.",
    blocks: [
      { insert: "events" },
      { h2: "The message", id: "payload" },
      "All events have the same fields. `cancellation` is filled on `order.cancelled` and null on every other event.",
      { insert: "payload" },
    ],
  },
  "verify-signature": {
    title: "Verify a signature",
    lead: "Anyone can send a POST to your URL. The signature proves that a message is from us, unchanged and recent.",
    blocks: [
      {
        table: [
          ["`webhook-id`", "The event’s id, the same on every attempt."],
          ["`webhook-timestamp`", "When this attempt was signed, in seconds since 1970."],
          [
            "`webhook-signature`",
            "`v1,` and a base64 value; two of them, separated by a space, for 24 hours after a secret was replaced.",
          ],
        ],
        head: ["Header", "Content"],
        label: "Headers of a message",
      },
      {
        steps: [
          "Take the body exactly as it arrived, before any parsing.",
          "Compute an HMAC-SHA256 of `id.timestamp.body`. The key is the base64 after `whsec_`, decoded.",
          "Compare it with each signature in constant time; one match is enough.",
          "Reject timestamps that are more than five minutes off.",
        ],
      },
      "This is [Standard Webhooks](https://www.standardwebhooks.com/), so you can use any of its libraries, or one of these:",
      { insert: "verification" },
      { h2: "If it does not match", id: "trouble" },
      "Paste the message into the endpoint’s page in the [dashboard](/dashboard/webhooks): it shows which part is wrong and the likely cause. Often a framework has parsed the body and serialized it again.",
    ],
  },
  "webhook-replay": {
    title: "Retries and replay",
    lead: "What happens while your server is down, and how to get the events it missed.",
    blocks: [
      { h2: "Attempts", id: "attempts" },
      {
        table: [
          ["1", "immediately", "0"],
          ["2", "5 seconds", "5 s"],
          ["3", "5 minutes", "5 min"],
          ["4", "30 minutes", "35 min"],
          ["5", "2 hours", "2 h 35 min"],
          ["6", "5 hours", "7 h 35 min"],
          ["7", "10 hours", "17 h 35 min"],
          ["8", "14 hours", "31 h 35 min"],
          ["9", "20 hours", "51 h 35 min"],
          ["10", "24 hours", "75 h 35 min"],
        ],
        head: ["Attempt", "After the previous one", "In total"],
        label: "Attempts",
      },
      "Each wait varies by up to a fifth, so that events that failed together are not all retried at once. Your `Retry-After` can make a wait up to twice as long, never shorter.",
      "If every attempt fails for five days, the endpoint is turned off, and the dashboard shows it. Owners get an email after an hour of failures, and another when the endpoint is turned off.",
      { h2: "Send again", id: "resend" },
      "The dashboard keeps every attempt for 30 days, with the request and your response. Resend one message, or everything that an endpoint has missed. They arrive with the same `webhook-id` and `sequence`, so a receiver that follows the rules handles them like any other.",
      { h2: "Catch up from the event log", id: "journal" },
      "If your server was away for longer, read the [event log](/docs/listEvents): the same events in order, for 30 days. Store `next_cursor` and continue from there: pass it as `after`. Without `after` you get the oldest events.",
      { snippet: "read-journal", label: "Read the event log" },
    ],
  },
};

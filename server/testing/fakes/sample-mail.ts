import { randomUUID } from 'node:crypto'

import type { OutgoingMail } from '#server/platform/services/service-ports.ts'

export function sampleMail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    id: randomUUID(),
    from: 'Giftpoint <gifts@shop.example>',
    to: 'sanne@holder.example',
    replyTo: null,
    subject: 'Uw cadeau is onderweg ✓',
    html: '<p>Hallo <b>Zoë</b></p>',
    text: 'Hallo Zoë, zonder opmaak',
    language: 'nl',
    ...changes,
  }
}

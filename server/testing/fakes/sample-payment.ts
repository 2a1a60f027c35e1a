import { randomUUID } from 'node:crypto'

import type { NewPayment } from '#server/platform/services/service-ports.ts'

export function samplePayment(changes: Partial<NewPayment> = {}): NewPayment {
  return {
    key: randomUUID(),
    cartGuid: randomUUID(),
    cents: 1500,
    description: 'Order 1001',
    language: 'nl',
    redirectUrl: 'https://shop.example/confirmation?extra_payments=1',
    cancelUrl: 'https://shop.example/checkout',
    webhookUrl: null,
    ...changes,
  }
}

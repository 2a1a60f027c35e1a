import { randomUUID } from 'node:crypto'

import type { Address } from '#domain/fulfilment/delivery.ts'
import type { DeliveryRequest, WarehouseOrder } from '#server/platform/services/service-ports.ts'

export function sampleAddress(changes: Partial<Address> = {}): Address {
  return {
    street: 'Proefkade',
    houseNumber: '12',
    addition: 'A',
    postalCode: '3511PK',
    city: 'Utrecht',
    country: 'NL',
    line: '',
    ...changes,
  }
}

export function sampleDeliveryRequest(changes: Partial<DeliveryRequest> = {}): DeliveryRequest {
  return {
    address: sampleAddress(),
    releasedAt: new Date(),
    language: 'nl',
    orderValueCents: 3990,
    productsOnStock: true,
    maximumPickupPoints: 5,
    onlyPickupPoints: false,
    hidePackStations: false,
    products: [{ sku: 'MUG-01', quantity: 2 }],
    ...changes,
  }
}

export function sampleWarehouseOrder(changes: Partial<WarehouseOrder> = {}): WarehouseOrder {
  const address = { ...sampleAddress(), company: '' }
  return {
    orderNumber: randomUUID(),
    language: 'nl',
    person: {
      firstName: 'Sanne',
      prefix: 'de',
      surname: 'Boer',
      email: 'sanne@shop.example',
      telephone: '+31612345678',
    },
    deliverTo: address,
    invoiceTo: address,
    carrier: null,
    lines: [{ id: '1', sku: 'MUG-01', quantity: 2, description: 'Stoneware mug' }],
    ...changes,
  }
}

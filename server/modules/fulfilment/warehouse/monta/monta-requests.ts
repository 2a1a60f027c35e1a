import { languageOf, languages } from '#domain/language.ts'
import { euros } from '#domain/vouchers/points.ts'
import {
  type DeliveryRequest,
  STANDARD_SHIPMENT,
  type WarehouseOrder,
} from '#server/platform/services/service-ports.ts'

/**
 * Monta's field names in requests. Its public examples contradict each other; if an account differs, change only this
 * table.
 */
const OUTGOING = {
  origin: 'Origin',
  currency: 'Currency',
  language: 'Language',
  address: 'Address',
  orderValue: 'OrderValueInclVat',
  productsOnStock: 'ProductsOnStock',
  maximumPickupPoints: 'MaxNumberOfPickupPoints',
  onlyPickupPoints: 'OnlyPickupPoints',
  hidePackStations: 'HideDHLPackStations',
  products: 'Products',
} as const

export function shippingOptionsBody(origin: string, question: DeliveryRequest) {
  const { address } = question
  return {
    [OUTGOING.origin]: origin,
    [OUTGOING.currency]: 'EUR',
    [OUTGOING.language]: languages[languageOf(question.language) ?? 'nl'].tag,
    [OUTGOING.address]: {
      Street: address.street,
      HouseNumber: address.houseNumber,
      HouseNumberAddition: address.addition,
      PostalCode: address.postalCode,
      City: address.city,
      State: '',
      CountryCode: address.country,
    },
    [OUTGOING.orderValue]: Number(euros(question.orderValueCents)),
    [OUTGOING.productsOnStock]: question.productsOnStock,
    [OUTGOING.maximumPickupPoints]: question.maximumPickupPoints,
    [OUTGOING.onlyPickupPoints]: question.onlyPickupPoints,
    [OUTGOING.hidePackStations]: question.hidePackStations,
    [OUTGOING.products]: question.products.map(({ sku, quantity }) => ({
      Sku: sku,
      Quantity: quantity,
    })),
  }
}

export function orderBody(origin: string, order: WarehouseOrder) {
  const { shipperCode, options, from } = order.carrier ?? STANDARD_SHIPMENT
  return {
    WebshopOrderId: order.orderNumber,
    Reference: order.orderNumber,
    Origin: origin,
    ConsumerDetails: {
      DeliveryAddress: addressBody(order.deliverTo, order.person),
      InvoiceAddress: addressBody(order.invoiceTo, order.person),
      B2B: false,
      InvoiceDebtorNumber: null,
      ShippingComment: '',
      CommunicationLanguageCode: (languageOf(order.language) ?? 'nl').toUpperCase(),
    },
    PlannedShipmentDate: null,
    ShipOnPlannedShipmentDate: false,
    DeliveryDateRequested: from,
    ShipperCode: shipperCode,
    AllowedShippers: [shipperCode],
    ShipperOptions: Object.entries(options).map(([Code, Value]) => ({
      ShipperCode: shipperCode,
      Code,
      Value,
    })),
    Lines: order.lines.map(({ id, sku, quantity, description }) => ({
      Sku: sku,
      OrderedQuantity: quantity,
      WebshopOrderLineId: id,
      Description: description,
    })),
    Comment: '',
  }
}

function addressBody(address: WarehouseOrder['deliverTo'], person: WarehouseOrder['person']) {
  return {
    // The label has no line for a department or a care-of, so these go into the company line above the name.
    Company: [address.company, address.line].filter((part) => part !== '').join(', '),
    FirstName: person.firstName,
    MiddleName: person.prefix,
    LastName: person.surname,
    Street: address.street,
    HouseNumber: address.houseNumber,
    HouseNumberAddition: address.addition,
    PostalCode: address.postalCode,
    City: address.city,
    State: '',
    CountryCode: address.country,
    PhoneNumber: person.telephone,
    EmailAddress: person.email,
  }
}

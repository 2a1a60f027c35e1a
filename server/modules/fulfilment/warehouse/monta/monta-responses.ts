import { z } from 'zod'

import type { Timeframe, WarehouseEvent } from '#server/platform/services/service-ports.ts'

/** The fields of Monta's responses that the shop reads. Absent fields become empty values. */

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
const flag = z.boolean().nullish().transform(Boolean)
const coordinate = z
  .number()
  .nullish()
  .transform((value) => value ?? null)
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

/** Local time without a zone: '2027-01-08T15:00'. */
const localTime = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

const ShippingOption = z
  .object({
    Code: z.string().min(1),
    Description: text,
    DisplayName: text,
    ShipperCodes: z.array(z.string().min(1)).min(1),
    ShipperOptionsWithValue: z
      .record(z.string(), text)
      .nullish()
      .transform((map) => map ?? {}),
  })
  .transform((option) => ({
    ...option,
    DisplayName: option.DisplayName || option.Description || option.Code,
  }))

const PickupPointDetails = z
  .object({
    Code: text,
    Company: text,
    Street: text,
    HouseNumber: text,
    HouseNumberAddition: text,
    addition: text,
    PostalCode: text,
    City: text,
    CountryCode: text,
    DistanceMeters: z.number().nonnegative(),
    Latitude: coordinate,
    Longitude: coordinate,
    OpeningTimes: list(
      z.object({ Day: z.string(), OpeningTimes: list(z.object({ From: text, To: text })) }),
    ),
  })
  .transform(({ HouseNumberAddition, addition, ...details }) => ({
    ...details,
    addition: addition || HouseNumberAddition,
  }))

const MontaTimeframe = z
  .object({
    From: localTime,
    To: localTime,
    Recommended: flag,
    IsPickupPoint: flag,
    ShippingOptions: z.array(ShippingOption).min(1),
    PickupPointDetails: PickupPointDetails.nullish().transform((details) => details ?? null),
  })
  .refine((frame) => !frame.IsPickupPoint || frame.PickupPointDetails !== null)

export const ShippingOptionsAnswer = z.object({ Timeframes: z.array(z.unknown()) })

/** An invalid pickup point must not discard the valid ones. */
export function usableTimeframes(raw: unknown[]): Timeframe[] {
  return raw.flatMap((item) => {
    const result = MontaTimeframe.safeParse(item)
    return result.success ? [result.data] : []
  })
}

export const OrderInvalid = z.object({
  OrderInvalidReasons: z.array(z.object({ Code: z.number(), Message: text })).min(1),
})

const MontaEvent = z.object({
  Id: z.int().nonnegative(),
  WebshopOrderId: text,
  TypeCode: text,
  Description: text,
  /** The warehouse spells the field like this. */
  Occured: z.string().nullish(),
  Created: z.string().nullish(),
})

export const MontaEvents = z.array(MontaEvent)

export function warehouseEvent(event: z.output<typeof MontaEvent>): WarehouseEvent {
  return {
    id: event.Id,
    orderNumber: event.WebshopOrderId,
    type: event.TypeCode.toUpperCase() || 'UNKNOWN',
    description: event.Description,
    at: instant(event.Occured) ?? instant(event.Created) ?? new Date(0),
  }
}

/** A time without a zone would mean a different moment on each machine, so it is read as UTC. */
function instant(time: string | null | undefined) {
  if (!time) return undefined
  const date = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(time) ? time : `${time}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const Trace = {
  TrackAndTraceCode: text,
  TrackAndTraceLink: text.transform((link) => (/^https?:\/\//i.test(link) ? link : null)),
}
export const MontaOrder = z.object({ ...Trace, ShipperDescription: text })
export const MontaColli = z.array(
  z.object({
    ...Trace,
    DeliveryStatusCode: text,
    DeliveryStatusDescription: text,
    Products: list(z.object({ Sku: text, Quantity: z.number().nullish() })),
  }),
)

/** Monta leaves out empty fields, but a stock response has at least one of these. */
export const MontaStock = z
  .object({
    StockAll: z.number().optional(),
    StockAvailable: z.number().optional(),
    StockReserved: z.number().optional(),
    StockOpen: z.number().optional(),
  })
  .refine((stock) => Object.values(stock).some((value) => value !== undefined))

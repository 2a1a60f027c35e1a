import { z } from 'zod'

import type { FoundAddress } from '#server/platform/services/service-ports.ts'

/** The fields of Postcode.eu's responses that the shop reads. */

const Match = z.object({
  value: z.string(),
  label: z.string(),
  description: z.string().nullish().transform(orEmpty),
  precision: z.string(),
  context: z.string(),
  highlights: z.array(z.tuple([z.int(), z.int()])).catch([]),
})

export const Autocomplete = z.object({
  matches: z.array(Match),
  newContext: z.string().nullish(),
})

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))

const PostalAddress = z.object({
  locality: text,
  street: text,
  postcode: text,
  building: text,
  buildingNumber: text,
  buildingNumberAddition: text,
})

export const Details = z.object({ address: PostalAddress })

export const Validation = z.object({
  matches: z.array(
    z.object({
      status: z.object({
        grade: z.string(),
        validationLevel: z.string(),
        isAmbiguous: z.boolean(),
      }),
      location: z.object({ latitude: z.number(), longitude: z.number() }).nullish().catch(null),
    }),
  ),
})

export const Exception = z.object({ exception: z.string() })

export function foundAddress({ address }: z.output<typeof Details>): FoundAddress {
  const { street, postcode, locality } = address
  // Abroad a building may have no number of its own, only a text such as '12 bis' or 'Haus B'.
  if (address.buildingNumber === '') {
    const buildingNumber = address.building
    return { street, postcode, locality, buildingNumber, buildingNumberAddition: '' }
  }
  const { buildingNumber, buildingNumberAddition } = address
  return { street, postcode, locality, buildingNumber, buildingNumberAddition }
}

/** As the service recommends: accepts an unambiguous match with a high grade that includes the building. */
export function isAccepted({ status }: z.output<typeof Validation>['matches'][number]) {
  const { isAmbiguous, grade, validationLevel } = status
  const isCertain = ['A', 'B'].includes(grade)
  const hasBuilding = ['Building', 'BuildingPartial'].includes(validationLevel)
  return !isAmbiguous && isCertain && hasBuilding
}

function orEmpty(value: string | null | undefined) {
  return value ?? ''
}

import { z } from 'zod'

import {
  Flag,
  Line,
  perLanguage,
  PictureName,
  whole,
} from '#server/platform/parsing/schema-fields.ts'

const percent = whole(0, 100)

/** pictures.yaml: focal points and alternative texts of the files in pictures/. */
export const PicturesShape = z.record(
  PictureName,
  z.strictObject({
    /** The focal point, horizontal and vertical, in percent. */
    focus: z.tuple([percent, percent]).optional(),
    decoration: Flag.default(false),
    alt: perLanguage(
      Line.refine((text) => text.length <= 1000, 'is longer than 1000 characters'),
    ).default({}),
  }),
)
export type PicturesShape = z.output<typeof PicturesShape>

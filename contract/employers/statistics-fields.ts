import { z } from 'zod'

/** Rounded down to a step of five. Null: fewer than five, or not publishable. */
const roundedCount = z.int().min(5).nullable()
/** The same, but an exact 0 if the campaign sent no mail. */
const mailCount = z.union([z.literal(0), z.int().min(5)]).nullable()

/**
 * Figures that the employer, its recipients and the back office see. Computed nightly, and only above minimum counts,
 * so that no person can be identified.
 */
export const EmployerStatistics = z.object({
  /** The night of the computation; null before the first. */
  made_at: z.iso.datetime().nullable(),
  items: z.array(
    z.object({
      campaign: z.object({ id: z.string(), name: z.string() }),
      channel: z.string(),
      /** '': the whole campaign. */
      department: z.string(),
      people: z.int().min(10),
      sent: mailCount,
      bounced: mailCount,
      came: roundedCount,
      ordered: roundedCount,
      spent_points: z.int().min(1).nullable(),
      ends_at: z.iso.datetime().nullable(),
      /** The nights on which `came` changed. Only for the whole campaign. */
      came_by_night: z.array(z.object({ day: z.string(), came: z.int().min(5) })),
    }),
  ),
})
export type EmployerStatistics = z.infer<typeof EmployerStatistics>

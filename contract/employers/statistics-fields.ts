import { z } from 'zod'

/** At least ten people, in steps of five; null is fewer than five. */
const atLeast = z.int().min(5).nullable()
/** An exact 0 where the campaign sent no mail at all. */
const mails = z.union([z.literal(0), z.int().min(5)]).nullable()

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
      /** '' is all of the campaign. */
      department: z.string(),
      people: z.int().min(10),
      sent: mails,
      bounced: mails,
      came: atLeast,
      ordered: atLeast,
      spent_points: z.int().min(1).nullable(),
      ends_at: z.iso.datetime().nullable(),
      /** How `came` has grown: the nights on which it changed. Of all of the campaign only. */
      came_by_night: z.array(z.object({ day: z.string(), came: z.int().min(5) })),
    }),
  ),
})
export type EmployerStatistics = z.infer<typeof EmployerStatistics>

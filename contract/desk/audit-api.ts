import { z } from 'zod'

import { deskEndpoint } from '#contract/desk/desk-endpoint.ts'

const value = z.record(z.string(), z.unknown()).nullable()

export const audit = deskEndpoint('audit', {
  summary: 'What was done at the desk, newest first: everything for an owner, one’s own for others',
  input: z.object({
    subject_kind: z.string().max(40).optional(),
    subject_id: z.string().max(200).optional(),
    staff: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    channel: z
      .string()
      .regex(/^\d{1,10}$/)
      .optional(),
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
    /** `next` of the page before. */
    cursor: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        actor: z.enum(['staff', 'token', 'command', 'shop']),
        staff: z.object({ id: z.string(), name: z.string() }).nullable(),
        session: z.uuid().nullable(),
        action: z.string(),
        subject_kind: z.string(),
        subject_id: z.string(),
        channel: z.string().nullable(),
        reason: z.string(),
        before: value,
        after: value,
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: {},
})

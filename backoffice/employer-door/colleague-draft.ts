import type { Who } from '#contract/employer/employer-door-api.ts'

/** Whose half-filled form it is. */
export const colleagueDraft = ({ email }: Who) => `employer.${email}.colleague`

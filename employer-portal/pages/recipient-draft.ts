import type { Who } from '#contract/employers/sign-in.employer.ts'

/** Whose half-filled form it is. */
export const colleagueDraft = ({ email }: Who) => `employer.${email}.colleague`

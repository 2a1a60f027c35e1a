import type { Who } from '#contract/employers/sign-in.employer.ts'

/** The name of the user's draft of the form for a new recipient. */
export const colleagueDraft = ({ email }: Who) => `employer.${email}.colleague`

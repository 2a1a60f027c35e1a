import type { employerDoorEnglish } from '#employer-portal/i18n/en.ts'

export type EmployerKey = keyof typeof employerDoorEnglish
/** What a language has to hold at the employer's own door. */
export type EmployerDictionary = Record<EmployerKey, string>

import type { EmployerSay } from '#backoffice/employer-door/employer-words.tsx'
import type { Who } from '#contract/employer/employer-door-api.ts'

export type EmployerPageProps = { who: Who; say: EmployerSay }

import type { PortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import type { Who } from '#contract/employers/sign-in.employer.ts'

export type EmployerPageProps = { who: Who; t: PortalTranslate }

import type { Language } from '#domain/language.ts'
import dutch from '#server/modules/fulfilment/warehouse/sandbox/messages/nl.json' with { type: 'json' }
import english from '#server/modules/fulfilment/warehouse/sandbox/messages/en.json' with { type: 'json' }
import french from '#server/modules/fulfilment/warehouse/sandbox/messages/fr.json' with { type: 'json' }
import german from '#server/modules/fulfilment/warehouse/sandbox/messages/de.json' with { type: 'json' }

/** A language without one of the texts does not compile. */
export type SandboxTexts = typeof dutch

/** The texts of the sandbox's carriers. */
export const SANDBOX_TEXTS: Record<Language, SandboxTexts> = {
  nl: dutch,
  en: english,
  de: german,
  fr: french,
}

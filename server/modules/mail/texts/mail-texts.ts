import { languages, type Language } from '#domain/language.ts'
import { fillTemplate, localizedDate, type TemplateValues } from '#domain/content/text-template.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { MailText } from '#domain/mail/mails.ts'
import dutch from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import english from '#server/modules/mail/messages/en.json' with { type: 'json' }
import french from '#server/modules/mail/messages/fr.json' with { type: 'json' }
import german from '#server/modules/mail/messages/de.json' with { type: 'json' }

/** The same parts and keys in every language: a language without one of them does not compile. */
type MailTexts = { [Part in keyof typeof dutch]: Record<keyof (typeof dutch)[Part], string> }

const MAIL_TEXTS: Record<Language, MailTexts> = {
  // A mail without texts does not compile.
  nl: dutch satisfies Record<MailText, Record<string, string>>,
  en: english,
  de: german,
  fr: french,
}

/** The shop's own texts, for channels without their own. */
export const mailTextsOf = (
  language: Language,
): Record<string, Record<string, string> | undefined> => MAIL_TEXTS[language]

/** Texts and formats in the language of a mail. */
export type MailVoice = {
  language: Language
  say: <Part extends keyof MailTexts>(
    part: Part,
    key: keyof MailTexts[Part] & string,
    values?: TemplateValues,
  ) => string
  points: (points: number) => string
  euros: (cents: number) => string
  /** The date of a moment in the channel's time zone. */
  date: (at: Date) => string
  time: (at: Date) => string
}

/**
 * A channel overrides a text with `mail_<part>_<key>` in websitetranslationcomponents. This applies only in the
 * mail's own language: the shop's text in that language is better than the channel's in another.
 */
export function mailVoice(model: ChannelModel, language: Language): MailVoice {
  const voicesOfModel = voices.get(model) ?? new Map<Language, MailVoice>()
  const voice = voicesOfModel.get(language) ?? createVoice(model, language)
  voices.set(model, voicesOfModel.set(language, voice))
  return voice
}

/** Cached until the channel changes, which creates a new model. */
const voices = new WeakMap<ChannelModel, Map<Language, MailVoice>>()

function createVoice(model: ChannelModel, language: Language): MailVoice {
  const content = new LocalizedCatalog(model, [language])
  const money = new Intl.NumberFormat(languages[language].tag, {
    style: 'currency',
    currency: 'EUR',
  })
  const { timeZone } = model.channel
  const clock = new Intl.DateTimeFormat(languages[language].tag, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  })
  const say: MailVoice['say'] = (part, key, values = {}) => {
    const channelText = content.componentText('websitetranslationcomponents', `mail_${part}_${key}`)
    return fillTemplate(channelText || MAIL_TEXTS[language][part][key], values)
  }
  return {
    language,
    say,
    points: (points) => say('gifts', points === 1 ? 'point' : 'points', { points }),
    euros: (cents) => money.format(cents / 100),
    date: (at) => localizedDate(dayAt(at.getTime(), timeZone), language),
    time: (at) => clock.format(at),
  }
}

import { fillTemplate } from '#domain/content/text-template.ts'
import { type MailTemplate, MAILS } from '#domain/mail/mails.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import { contactOf, type MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { plainText } from '#server/modules/mail/layout/plain-text.ts'
import { MAIL_DEFINITIONS } from '#server/modules/mail/rendering/all-mails.ts'
import { mailHtml } from '#server/modules/mail/rendering/render-mail.tsx'
import {
  type SampleData,
  SAMPLE_GIFTS,
  SAMPLE_QUESTIONS,
} from '#server/modules/mail/rendering/sample-values.ts'
import {
  invitationSubject,
  VoucherInvitationMail,
} from '#server/modules/mail/templates/vouchers/voucher-invitation.tsx'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }

type MailName = keyof typeof dutchMailTexts

export const isKnownMail = (mail: string): mail is MailName => Object.hasOwn(dutchMailTexts, mail)

const isTemplate = (mail: string): mail is MailTemplate => Object.hasOwn(MAIL_DEFINITIONS, mail)

/** The theme with some texts replaced. The keys of `texts` are '<mail> <key>'. */
export function themeWithTexts(theme: MailTheme, texts: ReadonlyMap<string, string>): MailTheme {
  const say: MailTheme['say'] = (part, key, values = {}) => {
    const text = texts.get(`${part} ${key}`)
    return text === undefined || text === ''
      ? theme.say(part, key, values)
      : fillTemplate(text, values)
  }
  return {
    ...theme,
    say,
    points: (points) => say('gifts', points === 1 ? 'point' : 'points', { points }),
  }
}

/** A mail of the channel with sample values, without data of a real order. */
export function sampleMail(
  mail: MailName,
  channelTheme: MailTheme,
  now: Date,
  about: Partial<SampleData> = {},
) {
  const theme = { ...channelTheme, isForHolder: !isTemplate(mail) || MAILS[mail].to === 'holder' }
  const data: SampleData = {
    name: 'Robin',
    email: 'robin@example.com',
    gifts: SAMPLE_GIFTS[theme.language],
    sender: 'Kwartelhof',
    ...about,
  }
  const { subject, body } = sampleContent(mail, theme, now, data)
  const html = mailHtml(body)
  return {
    subject,
    // The back office allows no inline styles. Its preview applies them by script.
    html: html
      .replace(STYLE_ELEMENT, '')
      .replaceAll(/(<[a-z][^<>]*?) style="/gi, '$1 data-style="'),
    style: STYLE_ELEMENT.exec(html)?.[1] ?? '',
    text: plainText(html),
  }
}

function sampleContent(mail: MailName, theme: MailTheme, now: Date, about: SampleData) {
  if (mail === 'voucher-letter') return letterTexts(theme, about)
  if (mail === 'voucher-invitation') return invitationSample(theme, now, about)
  // Texts that several mails share are shown in the most complete one.
  const template = isTemplate(mail) ? mail : 'order-confirmation'
  return MAIL_DEFINITIONS[template].sample({ theme, now, about })
}

const STYLE_ELEMENT = /<style>([^<]*)<\/style>/

/** A letter is printed, not mailed. The sample lists its texts in the channel's theme. */
function letterTexts(theme: MailTheme, { name, sender }: SampleData) {
  const say = (key: keyof (typeof dutchMailTexts)['voucher-letter']) =>
    theme.say('voucher-letter', key, {
      name: key === 'given_by' ? sender : name,
      points: theme.points(20),
      site: theme.site,
      date: theme.date(new Date('2028-12-04T12:00:00Z')),
      contact: contactOf(theme),
      batch: 12,
      place: 1,
      count: 250,
    })
  const lines = ['greeting', 'intro', 'given_by', 'code', 'where', 'until'] as const
  const steps = ['step1', 'step1_text', 'step2', 'step2_text', 'step3', 'step3_text'] as const
  const small = ['help', 'lost', 'keep', 'reference'] as const
  return {
    subject: say('title'),
    body: (
      <MailLayout theme={theme} preview={say('intro')} heading={say('heading')}>
        {[...lines, ...steps, ...small].map((key) => (
          <Paragraph key={key}>{say(key)}</Paragraph>
        ))}
      </MailLayout>
    ),
  }
}

function invitationSample(theme: MailTheme, now: Date, about: SampleData) {
  const invitation = {
    ...(about.invitation ?? {
      name: about.name,
      points: 20,
      until: new Date(now.getTime() + 730 * 86_400_000),
      senderName: about.sender,
      words: SAMPLE_QUESTIONS[theme.language].thanks,
    }),
    code: 'abc234def',
    link: `${theme.site}/login`,
    contact: contactOf(theme),
  }
  return {
    subject: invitationSubject(theme, invitation.senderName),
    body: <VoucherInvitationMail theme={theme} invitation={invitation} />,
  }
}

import { fillTemplate } from '#domain/content/text-template.ts'
import type { MailTemplate } from '#domain/mail/mails.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'
import { plainText } from '#server/modules/mail/layout/plain-text.ts'
import { MAIL_DEFINITIONS } from '#server/modules/mail/rendering/all-mails.ts'
import { mailHtml } from '#server/modules/mail/rendering/render-mail.tsx'
import {
  type MadeUp,
  SAMPLE_GIFTS,
  SAMPLE_QUESTIONS,
  SAMPLE_SERVICE,
} from '#server/modules/mail/rendering/sample-values.ts'
import {
  invitationSubject,
  VoucherInvitationMail,
} from '#server/modules/mail/templates/vouchers/voucher-invitation.tsx'
import { dutchMailWords } from '#server/modules/mail/texts/mail-texts.nl.ts'

export const isKnownMail = (mail: string): mail is keyof typeof dutchMailWords =>
  Object.hasOwn(dutchMailWords, mail)

/** What several mails share is shown in the one that says most. */
const isTemplate = (mail: string): mail is MailTemplate => Object.hasOwn(MAIL_DEFINITIONS, mail)

/** The same theme with these texts in place of its own, by 'mail key'. */
export function spokenWith(look: MailLook, said: ReadonlyMap<string, string>): MailLook {
  const say: MailLook['say'] = (part, key, values = {}) => {
    const own = said.get(`${part} ${key}`)
    return own === undefined || own === '' ? look.say(part, key, values) : fillTemplate(own, values)
  }
  return {
    ...look,
    say,
    points: (points) => say('gifts', points === 1 ? 'point' : 'points', { points }),
  }
}

/** A mail of the channel with sample values, without data of a real order. */
export function sampleMail(
  mail: keyof typeof dutchMailWords,
  look: MailLook,
  now: Date,
  about: MadeUp = {
    name: 'Robin',
    email: 'robin@example.com',
    gifts: SAMPLE_GIFTS[look.language],
    picture: '',
    giver: 'Kwartelhof',
  },
) {
  const { subject, body } =
    mail === 'voucher-letter'
      ? letterWords(look, about)
      : mail === 'voucher-invitation'
        ? invitationSample(look, now, about)
        : MAIL_DEFINITIONS[isTemplate(mail) ? mail : 'order-confirmation'].sample({
            look,
            now,
            about,
          })
  const html = mailHtml(body)
  return {
    subject,
    html: html.replaceAll(/(<[a-z][^<>]*?) style="/gi, '$1 data-style="'),
    text: plainText(html),
  }
}

/** A letter is printed, not mailed: here its texts are listed in the channel's theme. */
function letterWords(look: MailLook, { name, giver }: MadeUp) {
  const say = (key: keyof (typeof dutchMailWords)['voucher-letter']) =>
    look.say('voucher-letter', key, {
      name: key === 'given_by' ? giver : name,
      points: look.points(20),
      site: look.site,
      date: look.date(new Date('2028-12-04T12:00:00Z')),
      contact: SAMPLE_SERVICE,
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
      <MailLayout look={look} preview={say('intro')} heading={say('heading')}>
        {[...lines, ...steps, ...small].map((key) => (
          <Paragraph key={key}>{say(key)}</Paragraph>
        ))}
      </MailLayout>
    ),
  }
}

function invitationSample(look: MailLook, now: Date, { name, giver }: MadeUp) {
  const invitation = {
    name,
    points: 20,
    until: new Date(now.getTime() + 730 * 86_400_000),
    giverName: giver,
    words: SAMPLE_QUESTIONS[look.language].thanks,
    code: 'abc234def',
    link: `${look.site}/login`,
    contact: SAMPLE_SERVICE,
  }
  return {
    subject: invitationSubject(look, invitation.giverName),
    body: <VoucherInvitationMail look={look} invitation={invitation} />,
  }
}

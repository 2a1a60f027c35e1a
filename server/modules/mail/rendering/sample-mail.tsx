import {
  PurchaseOrder,
  PurchaseWithdrawn,
} from '#server/modules/mail/templates/orders/purchase-order.tsx'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Language } from '#domain/language.ts'
import { fillTemplate } from '#domain/content/text-template.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import { type MailTemplate } from '#server/modules/mail/queue/queue-mail.ts'
import {
  AccountNotice,
  noticeSubject,
} from '#server/modules/mail/templates/accounts/account-notice.tsx'
import type { FoundNotice } from '#server/modules/staff/accounts/account-notices.ts'
import {
  ActingSummary,
  actingSubject,
} from '#server/modules/mail/templates/accounts/impersonation-summary.tsx'
import { ActedFor } from '#server/modules/mail/templates/vouchers/impersonation-notice.tsx'
import { DigitalCodes } from '#server/modules/mail/templates/orders/digital-codes.tsx'
import { dutchMailWords } from '#server/modules/mail/texts/mail-texts.nl.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { linkHash, newLinkToken } from '#server/platform/crypto/link-token.ts'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'
import { PasswordReset } from '#server/modules/mail/templates/accounts/password-reset.tsx'
import { plainText } from '#server/modules/mail/layout/plain-text.ts'
import { ServiceAnswer } from '#server/modules/mail/templates/support/support-reply.tsx'
import { ServiceReceived } from '#server/modules/mail/templates/support/support-received.tsx'
import { ServiceRequest } from '#server/modules/mail/templates/support/support-request.tsx'
import { StaffInvitation } from '#server/modules/mail/templates/accounts/staff-invitation.tsx'
import {
  invitationSubject,
  VoucherInvitationMail,
} from '#server/modules/mail/templates/vouchers/voucher-invitation.tsx'
import { VoucherEnded } from '#server/modules/mail/templates/vouchers/voucher-expired.tsx'
import { VoucherReminderMail } from '#server/modules/mail/templates/vouchers/voucher-reminder.tsx'
import { mailHtml, orderMail } from '#server/modules/mail/rendering/render-mail.tsx'

/** Parts that several mails share, shown in the mail that uses most of their texts. */
const SHOWN_IN: Partial<Record<string, MailTemplate>> = {
  layout: 'order-confirmation',
  gifts: 'order-confirmation',
  delivery: 'order-confirmation',
  rights: 'order-confirmation',
}

export const isKnownMail = (mail: string): mail is keyof typeof dutchMailWords =>
  Object.hasOwn(dutchMailWords, mail)

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

/** Whom a made-up mail speaks to, and of what. */
export type MadeUp = {
  name: string
  email: string
  /** The first three are in the order, the rest are alternatives. */
  gifts: readonly [string, string, string, ...string[]]
  /** Of each gift; '' for none. */
  picture: string
  giver: string
}

/** A mail of the channel with sample values, without data of a real order. */
export function sampleMail(
  mail: keyof typeof dutchMailWords,
  look: MailLook,
  now: Date,
  about: MadeUp = {
    name: 'Robin',
    email: MAIL,
    gifts: GIFTS[look.language],
    picture: '',
    giver: GIVER,
  },
) {
  const { subject, body } =
    mail === 'voucher-letter'
      ? letterWords(look, about)
      : mail === 'voucher-invitation'
        ? invitationSample(look, now, about)
        : contentOf(SHOWN_IN[mail] ?? (mail as MailTemplate), look, now, about)
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
      contact: SERVICE,
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
    words: QUESTIONS[look.language].thanks,
    code: 'abc234def',
    link: `${look.site}/login`,
    contact: SERVICE,
  }
  return {
    subject: invitationSubject(look, invitation.giverName),
    body: <VoucherInvitationMail look={look} invitation={invitation} />,
  }
}

const NUMBER = '20261204-1234'
const MAIL = 'robin@example.com'
const SERVICE = 'service@example.com'
const GIVER = 'Kwartelhof'

function contentOf(template: MailTemplate, look: MailLook, now: Date, about: MadeUp) {
  const { name, email, giver } = about
  if (template === 'service-request') {
    const question = { ...QUESTIONS[look.language], id: 1234, email, latestOrder: NUMBER }
    const { id: request, subject } = question
    return {
      subject: look.say('service-request', 'subject', { request, subject }),
      body: <ServiceRequest look={look} question={question} />,
    }
  }
  if (template === 'service-received') {
    return {
      subject: look.say('service-received', 'subject'),
      body: <ServiceReceived look={look} request="1234" />,
    }
  }
  if (template === 'service-answer') {
    const { subject, body: asked, answered: body } = QUESTIONS[look.language]
    const askedAt = new Date(now.getTime() - 7_200_000)
    const answer = { requestId: 1234, subject, body, asked, askedAt, references: [] }
    return {
      subject: look.say('service-answer', 'subject', { subject }),
      body: <ServiceAnswer look={look} answer={answer} />,
    }
  }
  if (template === 'staff-invitation' || template === 'employer-invitation') {
    const endsAt = new Date(now.getTime() + 3 * 86_400_000)
    const employer = template === 'staff-invitation' ? '' : giver
    const who = { name, employer, invitedBy: 'Sam' }
    return {
      subject: look.say(template, 'subject', { employer }),
      body: (
        <StaffInvitation
          look={look}
          invitation={{ to: template, ...who, endsAt, link: look.site }}
        />
      ),
    }
  }
  if (template === 'password-reset') {
    const reset = { name, ends_at: new Date(now.getTime() + 3_600_000) }
    return {
      subject: look.say('password-reset', 'subject'),
      body: <PasswordReset look={look} reset={reset} link={look.site} />,
    }
  }
  if (template === 'account-notice') {
    const details = { browser: 'Firefox', address: '203.0.113.7' }
    const notice: FoundNotice = { kind: 'new-sign-in', site: 'backoffice', name, details, at: now }
    return {
      subject: noticeSubject(look, notice),
      body: <AccountNotice look={look} notice={notice} home={look.site} />,
    }
  }
  if (template === 'voucher-reminder') {
    const reminder = {
      name,
      points: 20,
      until: new Date(now.getTime() + 14 * 86_400_000),
      mailedAt: new Date(now.getTime() - 30 * 86_400_000),
      stop: look.site,
    }
    return {
      subject: look.say('voucher-reminder', 'subject'),
      body: <VoucherReminderMail look={look} reminder={reminder} />,
    }
  }
  if (template === 'voucher-ended') {
    const ended = { name, points: 20, until: now }
    return {
      subject: look.say('voucher-ended', 'subject'),
      body: <VoucherEnded look={look} ended={ended} />,
    }
  }
  if (template === 'acted-for') {
    const acting = {
      at: now,
      ends_at: new Date(now.getTime() + 1_800_000),
      reason: QUESTIONS[look.language].subject,
    }
    return {
      subject: look.say('acted-for', 'subject', { shop: look.shopName }),
      body: <ActedFor look={look} acting={acting} />,
    }
  }
  if (template === 'acting-summary') {
    const day = dayAt(now.getTime(), DEFAULT_ZONE)
    const done = { visited: true, orders: [], spent: 0, given: 5, replaced: false }
    const row = { colleague: name, last3: 'x7k', ...done }
    return {
      subject: actingSubject(look, day),
      body: <ActingSummary look={look} summary={{ day, rows: [row] }} audit={look.site} />,
    }
  }
  if (template === 'purchase-order' || template === 'purchase-reminder') {
    const [gift] = about.gifts
    const line = { line: 1, name: gift, variant: '', sku: '101', quantity: 1 }
    const purchase = { number: `${NUMBER}-P1`, lines: [line] }
    const reminds = template === 'purchase-reminder'
    return {
      subject: look.say(template, 'subject', { number: purchase.number }),
      body: <PurchaseOrder {...{ look, purchase, link: look.site, reminds }} />,
    }
  }
  if (template === 'purchase-withdrawn') {
    const [name] = about.gifts
    const lines = [{ line: 1, name, variant: '', sku: '101', quantity: 1 }]
    return {
      subject: look.say(template, 'subject', { number: `${NUMBER}-P1` }),
      body: <PurchaseWithdrawn {...{ look, lines, link: look.site }} />,
    }
  }
  if (template === 'digital-codes') {
    const pieces = [
      { code: { code: 'ABCD-1234-EFGH', pin: '4821' }, kind: 'code' as const, line: 1 },
      { code: null, kind: 'pdf' as const, line: 2 },
    ].map((piece) => ({ ...piece, unit: 1, handedAt: now, handing: 1 }))
    return {
      subject: look.say('digital-codes', 'subject', { order_number: NUMBER }),
      body: (
        <DigitalCodes look={look} order={sampleOrder(template, look, now, about)} pieces={pieces} />
      ),
    }
  }
  return orderMail(template, look, sampleOrder(template, look, now, about), {
    now,
    about: ABOUT[template] ?? WITHDRAWAL,
    peppers: PEPPERS,
  })
}

const GIFTS: Record<Language, readonly [string, string, string]> = {
  nl: ['Wollen plaid', 'Gesprek met een sterrenkundige', 'Leeslamp'],
  en: ['Woollen throw', 'An evening with an astronomer', 'Reading lamp'],
  de: ['Wolldecke', 'Ein Abend mit einer Astronomin', 'Leselampe'],
  fr: ['Plaid en laine', 'Une soirée avec une astronome', 'Lampe de lecture'],
}

const QUESTIONS: Record<
  Language,
  { subject: string; body: string; thanks: string; answered: string }
> = {
  nl: {
    subject: 'Mijn pakket',
    body: 'Goedemiddag,\nWanneer komt mijn pakket?',
    thanks: 'Dank je wel voor dit jaar.',
    answered: 'Goedemiddag Robin,\n\nJe pakket is vanochtend vertrokken en komt morgen.',
  },
  en: {
    subject: 'My parcel',
    body: 'Good afternoon,\nWhen will my parcel come?',
    thanks: 'Thank you for this year.',
    answered: 'Good afternoon Robin,\n\nYour parcel left this morning and arrives tomorrow.',
  },
  de: {
    subject: 'Mein Paket',
    body: 'Guten Tag,\nwann kommt mein Paket?',
    thanks: 'Danke für dieses Jahr.',
    answered: 'Guten Tag Robin,\n\nIhr Paket wurde heute Morgen versendet und kommt morgen an.',
  },
  fr: {
    subject: 'Mon colis',
    body: 'Bonjour,\nQuand mon colis arrivera-t-il ?',
    thanks: 'Merci pour cette année.',
    answered: 'Bonjour Robin,\n\nVotre colis est parti ce matin et arrivera demain.',
  },
}

const BRAND = 'sample'
const WITHDRAWAL = '20261204-1234-1'
const CREDIT = 'C-1234'
const CHOICE = '00000000-0000-4000-8000-000000001234'
/** What opens nothing: no shop has this secret. */
const PEPPERS = 'sample:of no shop'
const ABOUT: Partial<Record<MailTemplate, string>> = {
  'supplier-order': BRAND,
  'order-shipped': '',
  'order-delivered': '3STEST0000001',
  'digital-waits': '0',
  'order-credited': CREDIT,
  'choose-again': CHOICE,
  'choose-again-reminder': CHOICE,
  'chosen-again': CHOICE,
}

/** Some codes are present and some are missing, so that the sample shows all texts of such a mail. */
function samplePieces(template: MailTemplate, line: number): OrderLine['pieces'] {
  const waits = { unit: 2, kind: 'code' as const, state: 'waiting' as const, handing: 0 }
  if (template === 'digital-waits') return [waits]
  return template === 'digital-codes' && line === 1
    ? [{ ...waits, unit: 1, state: 'handed', handing: 1 }, waits]
    : []
}

function sampleOrder(
  template: MailTemplate,
  { language }: MailLook,
  now: Date,
  { name, email, gifts, picture }: MadeUp,
): OrderRow {
  const line = (place: number, of: Partial<OrderLine>): OrderLine => ({
    line: place,
    splitFrom: null,
    spliId: String(place),
    sku: `10${place}`,
    name: gifts[place - 1] ?? '',
    variant: '',
    brand: 'Noorderlicht',
    brandId: BRAND,
    picture,
    deliveryInfo: '',
    deliveryCondition: 'monta',
    points: 5 + place,
    quantity: 1,
    tookStock: true,
    state: 'placed',
    arrivalAssumed: false,
    vatCountry: 'NL',
    vatBp: 2100,
    withdrawn: 0,
    credited: 0,
    fallen: false,
    round: 0,
    pieces: samplePieces(template, place),
    ...of,
  })
  const address = {
    street: 'Keizersgracht',
    houseNumber: '100',
    addition: '',
    postalCode: '1015 AA',
    city: 'Amsterdam',
    country: 'NL',
    line: '',
  }
  return {
    number: NUMBER,
    cartGuid: '',
    captureId: null,
    paymentKey: null,
    month: '2026-12-01',
    voucherId: 0,
    channelId: '',
    timeZone: 'Europe/Amsterdam',
    language,
    state: 'placed',
    placedAt: new Date(now.getTime() - 3_600_000),
    changeableUntil: new Date(now.getTime() + 1_800_000),
    totalPoints: 21,
    pointsPaid: 20,
    centsPaid: 500,
    pointsRefunded: template === 'order-cancelled' ? 20 : 0,
    centsRefunded: template === 'order-cancelled' ? 500 : 0,
    person: {
      firstName: name,
      prefix: 'van',
      surname: 'Dam',
      email,
      telephone: '020 123 45 67',
    },
    delivery: { kind: 'home', address, verified: true, carrier: null },
    consented: true,
    available: 4,
    voucherEndsMs: Infinity,
    lines: [
      line(1, {}),
      line(2, { deliveryCondition: 'digital' }),
      line(3, { deliveryCondition: 'dropship', points: 4, quantity: 2 }),
      ...gifts.slice(3).map((_, place) => line(place + 4, {})),
    ],
    events: [],
    parcels: [
      {
        code: '3STEST0000001',
        link: 'https://example.com',
        carrier: 'PostNL',
        round: 0,
        state: 'sent',
        told: 'sent',
        sentAt: now.toISOString(),
        deliveredAt: null,
        lines: [{ line: 1, quantity: 1 }],
      },
    ],
    deliveredAt: null,
    mails: [],
    refunds: [],
    creditFirst: 'points',
    choices: [
      {
        id: CHOICE,
        line: 1,
        cause: 'sold-out',
        note: '',
        tokenHash: linkHash(newLinkToken(PEPPERS, 'choose again', CHOICE)).toString('hex'),
        beganAt: now.toISOString(),
        until: new Date(now.getTime() + 7 * 86_400_000).toISOString(),
        remindedAt: null,
        former: {
          spliId: '1',
          sku: '101',
          name: gifts[0],
          variant: '',
          brand: 'Noorderlicht',
          picture,
          points: 6,
          quantity: 1,
          deliveryCondition: 'monta',
          round: 0,
        },
        outcome: template === 'chosen-again' ? 'other-gift' : null,
        endedAt: null,
        creditNumber: null,
        bySelf: true,
      },
    ],
    credits: (template === 'order-credited' ? [CREDIT] : []).map((number) => ({
      number,
      kind: 'refund',
      at: now.toISOString(),
      points: 6,
      pointsBack: 5,
      centsBack: 500,
      centsSent: 500,
      vatBack: 87,
      vat: [],
      reason: '–',
      note: '',
      goods: 'none',
      withdrawalNumber: null,
      lines: [{ line: 1, quantity: 1 }],
    })),
    withdrawals: [
      {
        number: WITHDRAWAL,
        key: '',
        at: now.toISOString(),
        email,
        reason: '–',
        points: 6,
        pointsToCredit: 6,
        centsToCredit: 500,
        lines: [{ line: 1, quantity: 1 }],
      },
    ],
    cancellation:
      template === 'order-cancelled' ? { kind: 'cancelled', cartGuid: null, leftOut: [] } : null,
  }
}

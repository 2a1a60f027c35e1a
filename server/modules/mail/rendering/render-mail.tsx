import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { languageOf } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  AccountNotice,
  noticeSubject,
} from '#server/modules/mail/templates/accounts/account-notice.tsx'
import { findNotice } from '#server/modules/staff/accounts/account-notices.ts'
import { ActedFor } from '#server/modules/mail/templates/vouchers/impersonation-notice.tsx'
import {
  actingDayOf,
  findActingDay,
} from '#server/modules/mail/templates/accounts/impersonation-day.sql.ts'
import {
  ActingSummary,
  actingSubject,
} from '#server/modules/mail/templates/accounts/impersonation-summary.tsx'
import {
  DigitalCodes,
  DigitalWaits,
  waitsSubject,
} from '#server/modules/mail/templates/orders/digital-codes.tsx'
import { DigitalGift } from '#server/modules/mail/templates/orders/digital-gift.tsx'
import {
  ChooseAgain,
  ChosenAgain,
  chosenAgainSubject,
} from '#server/modules/mail/templates/orders/replacement-offer.tsx'
import { type MailLook, mailLook } from '#server/modules/mail/layout/mail-theme.ts'
import {
  findActing,
  findEnded,
  findEmployerInvitation,
  findInvitation,
  findPurchaseMail,
  findWithdrawnMail,
  findQuestion,
  findReminder,
  type MailRow,
} from '#server/modules/mail/delivery/mail.sql.ts'
import { giftsInstead } from '#server/modules/orders/replacement-gifts.ts'
import { madeGift } from '#server/modules/fulfilment/digital/gift-card-pdf.ts'
import { OrderCancelled } from '#server/modules/mail/templates/orders/order-cancelled.tsx'
import { OrderChanged } from '#server/modules/mail/templates/orders/order-changed.tsx'
import { OrderConfirmation } from '#server/modules/mail/templates/orders/order-confirmation.tsx'
import { OrderCredited } from '#server/modules/mail/templates/orders/order-credited.tsx'
import {
  OrderDelivered,
  stillWaitedFor,
} from '#server/modules/mail/templates/orders/order-delivered.tsx'
import {
  OrderShipped,
  parcelSubject,
} from '#server/modules/mail/templates/orders/order-shipped.tsx'
import {
  PurchaseOrder,
  PurchaseWithdrawn,
} from '#server/modules/mail/templates/orders/purchase-order.tsx'
import {
  findResetMail,
  PasswordReset,
} from '#server/modules/mail/templates/accounts/password-reset.tsx'
import { plainText } from '#server/modules/mail/layout/plain-text.ts'
import { ServiceAnswer } from '#server/modules/mail/templates/support/support-reply.tsx'
import { findAnswer } from '#server/modules/mail/templates/support/support-reply.sql.ts'
import { ServiceReceived } from '#server/modules/mail/templates/support/support-received.tsx'
import { ServiceRequest } from '#server/modules/mail/templates/support/support-request.tsx'
import { StaffInvitation } from '#server/modules/mail/templates/accounts/staff-invitation.tsx'
import { SupplierOrder } from '#server/modules/mail/templates/orders/supplier-order.tsx'
import { VoucherEnded } from '#server/modules/mail/templates/vouchers/voucher-expired.tsx'
import { VoucherReminderMail } from '#server/modules/mail/templates/vouchers/voucher-reminder.tsx'
import { WithdrawalReceipt } from '#server/modules/mail/templates/orders/withdrawal-receipt.tsx'
import { handedPieces } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Config } from '#server/platform/config/config.ts'
import { linkToken } from '#server/platform/crypto/link-token.ts'
import { invitationToken } from '#server/platform/crypto/invitation-token.ts'
import { stopToken } from '#server/platform/crypto/opt-out-token.ts'
import { threadToken } from '#server/platform/crypto/thread-token.ts'
import type { Attachment, OutgoingMail } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type Content = {
  subject: string
  body: ReactNode
  replyTo?: string
  /** In the name of the channel's own address, where it has one. */
  byChannel?: true
  headers?: Readonly<Record<string, string>>
  opensVoucher?: true
  attachments?: readonly Attachment[]
}

/** Renders a mail in its own language and its channel's theme. `orders` contains the order it is about, if any. */
export async function writeMail(
  shop: Shop,
  sql: Queries,
  mail: MailRow,
  orders: ReadonlyMap<string, OrderRow>,
): Promise<OutgoingMail> {
  const model = await shop.models.channel(mail.channelId)
  if (!model) throw new Error(`channel ${mail.channelId} of mail ${mail.id} has gone`)
  const language = languageOf(mail.language) ?? model.channel.defaultLanguage
  const look = mailLook(shop.config, model, language)
  const { subject, body, replyTo, byChannel, ...more } = await contentOf(
    shop,
    model,
    sql,
    mail,
    look,
    orders,
    shop.ports.clock.now(),
  )
  const html = mailHtml(body)
  return {
    id: mail.id,
    from: shop.config.MAIL_FROM,
    ...(byChannel ? senderOf(shop.config, look) : {}),
    to: mail.recipient,
    replyTo: replyTo ?? (model.channel.company['email'] || null),
    subject,
    html,
    text: plainText(html),
    language,
    ...more,
  }
}

/** The sender is the channel's address; bounces still go to the shop. */
function senderOf({ MAIL_FROM }: Config, { company, shopName }: MailLook) {
  const address = company['email'] ?? ''
  if (!/^[^\s<>@,"]+@[^\s<>@,"]+$/.test(address)) return {}
  const name = shopName.replace(/["\\\r\n]/g, ' ').trim()
  const returnTo = /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim()
  return { from: `"${name}" <${address}>`, returnTo }
}

/** Where an answer finds its thread again; without such an address it goes to the channel's own. */
function answersTo({ MAIL_REPLY_TO, GIFTPOINT_PEPPER }: Config, request: string) {
  if (MAIL_REPLY_TO === undefined) return {}
  const [mailbox = '', domain = ''] = MAIL_REPLY_TO.split('@')
  return { replyTo: `${mailbox}+${threadToken(GIFTPOINT_PEPPER, request)}@${domain}` }
}

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/**
 * Does not use React's stream renderer, as the package would: it permanently turns on promise tracking for the
 * process and slows every request after the first mail.
 */
export function mailHtml(body: ReactNode) {
  // What React would have a browser fetch early, no mailbox does.
  return DOCTYPE + renderToStaticMarkup(body).replace(/<link rel="preload"[^<>]*>/g, '')
}

async function contentOf(
  shop: Shop,
  model: ChannelModel,
  sql: Queries,
  mail: MailRow,
  look: MailLook,
  orders: ReadonlyMap<string, OrderRow>,
  now: Date,
): Promise<Content> {
  const { config } = shop
  if (mail.template === 'service-request') {
    const question = await findQuestion(sql, mail.subjectId)
    if (!question) throw new Error(`mail ${mail.id} is about an unknown question`)
    const { id: request, subject, email } = question
    return {
      subject: look.say('service-request', 'subject', { request, subject }),
      body: <ServiceRequest look={look} question={question} />,
      replyTo: email,
    }
  }
  if (mail.template === 'service-received') {
    const request = mail.subjectId
    return {
      subject: look.say('service-received', 'subject'),
      body: <ServiceReceived look={look} request={request} />,
      ...answersTo(config, request),
      byChannel: true,
    }
  }
  if (mail.template === 'service-answer') {
    const answer = await findAnswer(sql, mail.subjectId)
    if (!answer) throw new Error(`mail ${mail.id} brings no answer`)
    const { subject, references } = answer
    return {
      subject: look.say('service-answer', 'subject', { subject }),
      body: <ServiceAnswer look={look} answer={answer} />,
      ...answersTo(config, String(answer.requestId)),
      byChannel: true,
      headers: {
        // A person wrote this mail, but it must not trigger automatic absence replies.
        'Auto-Submitted': 'no',
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(references.length > 0
          ? { 'In-Reply-To': references.at(-1) ?? '', References: references.join(' ') }
          : {}),
      },
    }
  }
  if (mail.template === 'staff-invitation' || mail.template === 'employer-invitation') {
    const { template } = mail
    const inBackoffice = template === 'staff-invitation'
    const found = await (inBackoffice ? findInvitation : findEmployerInvitation)(
      sql,
      mail.subjectId,
    )
    const token = found && invitationToken(config.GIFTPOINT_PEPPER, found.id, found.token_hash)
    if (!found || token === undefined)
      throw new Error(`mail ${mail.id} invites with a link that is gone`)
    const invitation = {
      to: template,
      name: found.name,
      employer: found.employer,
      invitedBy: found.invited_by,
      endsAt: found.ends_at,
      link: `${publicUrl(config)}/${inBackoffice ? 'backoffice' : 'employer'}/invitation#${token}`,
    }
    return {
      subject: look.say(template, 'subject', { employer: found.employer }),
      body: <StaffInvitation look={look} invitation={invitation} />,
    }
  }
  if (mail.template === 'password-reset') {
    const reset = await findResetMail(sql, mail.subjectId)
    const token =
      reset && linkToken(config.GIFTPOINT_PEPPER, 'password reset', reset.id, reset.token_hash)
    if (!reset || token === undefined) throw new Error(`mail ${mail.id} has a link that is gone`)
    const link = `${publicUrl(config)}/${reset.site}/reset#${token}`
    return {
      subject: look.say('password-reset', 'subject'),
      body: <PasswordReset look={look} reset={reset} link={link} />,
    }
  }
  if (mail.template === 'account-notice') {
    const notice = await findNotice(sql, mail.subjectId)
    if (!notice) throw new Error(`mail ${mail.id} is about an unknown notice`)
    const home = `${publicUrl(config)}/${notice.site}/account`
    return {
      subject: noticeSubject(look, notice),
      body: <AccountNotice look={look} notice={notice} home={home} />,
    }
  }
  if (mail.template === 'acting-summary') {
    const day = actingDayOf(mail.subjectId)
    const summary = { day, rows: await findActingDay(sql, day) }
    const audit = `${publicUrl(config)}/backoffice/audit`
    return {
      subject: actingSubject(look, day),
      body: <ActingSummary look={look} summary={summary} audit={audit} />,
    }
  }
  const [number = '', ...rest] = mail.subjectId.split(':')
  const about = rest.join(':')
  if (mail.template === 'acted-for') {
    const acting = await findActing(sql, about)
    if (!acting) throw new Error(`mail ${mail.id} tells of nothing that was done`)
    return {
      subject: look.say('acted-for', 'subject', { shop: look.shopName }),
      body: <ActedFor look={look} acting={acting} />,
    }
  }
  if (mail.template === 'purchase-order' || mail.template === 'purchase-reminder') {
    const [purchase, place] = rest
    const found = await findPurchaseMail(sql, purchase ?? '', Number(place))
    const token =
      found &&
      linkToken(config.GIFTPOINT_PEPPER, 'purchase order', `${purchase}/${place}`, found.token_hash)
    if (!found || token === undefined) throw new Error(`mail ${mail.id} has a link that is gone`)
    return {
      subject: look.say(mail.template, 'subject', { number: found.number }),
      body: (
        <PurchaseOrder
          look={look}
          purchase={found}
          link={`${publicUrl(config)}/supplier/${token}`}
          reminds={mail.template === 'purchase-reminder'}
        />
      ),
    }
  }
  if (mail.template === 'purchase-withdrawn') {
    const [purchase = '', place, line] = rest
    const found = await findWithdrawnMail(sql, purchase, Number(place), Number(line))
    if (!found) throw new Error(`mail ${mail.id} tells of nothing that is no longer needed`)
    const token =
      found.token_hash &&
      linkToken(config.GIFTPOINT_PEPPER, 'purchase order', `${purchase}/${place}`, found.token_hash)
    return {
      subject: look.say('purchase-withdrawn', 'subject', { number: purchase }),
      body: (
        <PurchaseWithdrawn
          look={look}
          lines={found.lines}
          link={token ? `${publicUrl(config)}/supplier/${token}` : null}
        />
      ),
    }
  }
  if (mail.template === 'voucher-ended') {
    const ended = await findEnded(sql, mail.subjectId.slice('ended-'.length))
    if (!ended) throw new Error(`mail ${mail.id} tells of no end`)
    return {
      subject: look.say('voucher-ended', 'subject'),
      body: <VoucherEnded look={look} ended={ended} />,
    }
  }
  if (mail.template === 'voucher-reminder') {
    const found = await findReminder(sql, mail.subjectId)
    if (!found) throw new Error(`mail ${mail.id} reminds of nothing`)
    const stop = `${look.site}/reminders/stop/${stopToken(config.GIFTPOINT_PEPPER, mail.subjectId)}`
    return {
      subject: look.say('voucher-reminder', 'subject'),
      body: <VoucherReminderMail look={look} reminder={{ ...found, stop }} />,
      headers: {
        'List-Unsubscribe': `<${stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  }
  const order = orders.get(number)
  if (!order) throw new Error(`mail ${mail.id} is about an unknown order`)
  if (mail.template === 'digital-codes') {
    const all = await handedPieces(sql, config.GIFTPOINT_PEPPER, number)
    const pieces = all.filter(({ handing }) => handing === Number(about))
    if (pieces.length === 0) throw new Error(`mail ${mail.id} brings nothing`)
    const attachments: Attachment[] = []
    for (const piece of pieces)
      if (piece.kind === 'pdf')
        attachments.push(await madeGift(shop, model, { look, order, piece }))
    return {
      subject: look.say('digital-codes', 'subject', { order_number: number }),
      body: <DigitalCodes look={look} order={order} pieces={pieces} />,
      // The mail contains codes that anyone can use.
      opensVoucher: true,
      ...(attachments.length > 0 ? { attachments } : {}),
    }
  }
  const nothingElse = isOfChoices(mail) && !(await hasGiftInstead(sql, model, order, about))
  return orderMail(mail.template, look, order, {
    about,
    now,
    peppers: config.GIFTPOINT_PEPPER,
    nothingElse,
  })
}

const isOfChoices = ({ template }: MailRow) =>
  template === 'choose-again' || template === 'choose-again-reminder'

/** Whether the page behind the link has a gift to offer for any of them. */
async function hasGiftInstead(sql: Queries, model: ChannelModel, order: OrderRow, about: string) {
  for (const id of about.split(':')) {
    if ((await giftsInstead(sql, model, order, choiceOf(order, id))).length > 0) return true
  }
  return false
}

/** A mail about an order; `about` selects its part: a withdrawal, or whose gifts. */
export function orderMail(
  template: Exclude<
    MailRow['template'],
    | 'service-request'
    | 'service-received'
    | 'service-answer'
    | 'staff-invitation'
    | 'employer-invitation'
    | 'account-notice'
    | 'password-reset'
    | 'acted-for'
    | 'acting-summary'
    | 'purchase-order'
    | 'purchase-reminder'
    | 'purchase-withdrawn'
    | 'voucher-reminder'
    | 'voucher-ended'
    | 'digital-codes'
  >,
  look: MailLook,
  order: OrderRow,
  {
    about,
    now,
    peppers,
    nothingElse = false,
  }: { about: string; now: Date; peppers: string; nothingElse?: boolean },
): Content {
  const subject = look.say(template, 'subject', {
    order_number: order.number,
    withdrawal_number: about,
  })
  switch (template) {
    case 'order-confirmation':
      return { subject, body: <OrderConfirmation look={look} order={order} now={now} /> }
    case 'order-changed':
      return { subject, body: <OrderChanged look={look} order={order} now={now} /> }
    case 'order-cancelled':
      return { subject, body: <OrderCancelled look={look} order={order} now={now} /> }
    case 'order-shipped':
      return {
        subject: parcelSubject(look, template, order, about),
        body: <OrderShipped look={look} order={order} code={about} />,
      }
    case 'order-delivered': {
      const waited = stillWaitedFor(order)
      return {
        subject: parcelSubject(look, template, waited, about),
        body: <OrderDelivered look={look} order={waited} code={about} />,
      }
    }
    case 'digital-gift':
      return { subject, body: <DigitalGift look={look} order={order} /> }
    case 'digital-waits':
      return {
        subject: waitsSubject(look, order, Number(about)),
        body: <DigitalWaits look={look} order={order} round={Number(about)} />,
      }
    case 'withdrawal-receipt': {
      const withdrawal = order.withdrawals.find((one) => one.number === about)
      if (!withdrawal) throw new Error(`order ${order.number} has no withdrawal '${about}'`)
      return {
        subject,
        body: <WithdrawalReceipt look={look} order={order} withdrawal={withdrawal} />,
      }
    }
    case 'order-credited': {
      const credit = order.credits.find((one) => one.number === about)
      if (!credit) throw new Error(`order ${order.number} has no credit '${about}'`)
      return { subject, body: <OrderCredited {...{ look, order, credit, now }} /> }
    }
    case 'choose-again':
    case 'choose-again-reminder': {
      const fallen = about.split(':').map((id) => {
        const choice = choiceOf(order, id)
        const hash = Buffer.from(choice.tokenHash, 'hex')
        const token = linkToken(peppers, 'choose again', choice.id, hash)
        if (token === undefined) throw new Error(`the link of choice ${choice.id} is gone`)
        const link = `${look.site}/choose-again?language=${look.language}#${token}`
        return { choice, link }
      })
      const reminds = template === 'choose-again-reminder'
      const facts = { order_number: order.number }
      return {
        subject: nothingElse ? look.say('choose-again', 'subject_nothing', facts) : subject,
        body: <ChooseAgain {...{ look, order, fallen, reminds, nothingElse }} />,
      }
    }
    case 'chosen-again': {
      const choice = choiceOf(order, about)
      return {
        subject: chosenAgainSubject(look, order, choice),
        body: <ChosenAgain look={look} order={order} choice={choice} />,
      }
    }
    case 'supplier-order': {
      const [brandId = '', round = '0'] = about.split(':')
      const lines = order.lines.filter((line) => line.round === Number(round))
      return {
        subject,
        body: <SupplierOrder look={look} order={{ ...order, lines }} brandId={brandId} />,
      }
    }
  }
}

function choiceOf(order: OrderRow, id: string) {
  const choice = order.choices.find((one) => one.id === id)
  if (!choice) throw new Error(`order ${order.number} has no choice '${id}'`)
  return choice
}

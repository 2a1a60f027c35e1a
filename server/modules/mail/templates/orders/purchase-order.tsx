import { giftsText } from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { Block, Line, Paragraph, quietStyle } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { findPurchaseMail, findWithdrawnMail } from '#server/modules/mail/delivery/mail.sql.ts'
import { linkToken } from '#server/platform/crypto/link-token.ts'
import { SAMPLE_NUMBER } from '#server/modules/mail/rendering/sample-values.ts'

export type AskedOfSupplier = {
  number: string
  lines: { line: number; name: string; variant: string; sku: string; quantity: number }[]
}

/** The units that a supplier is asked for; the address is only on the page behind the link. */
export function PurchaseOrder({
  look,
  purchase,
  link,
  reminds,
}: {
  look: MailTheme
  purchase: AskedOfSupplier
  link: string
  reminds: boolean
}) {
  const { say } = look
  const template = reminds ? 'purchase-reminder' : 'purchase-order'
  return (
    <MailLayout
      look={look}
      preview={`${say(template, 'intro')} ${giftsText(purchase.lines)}`}
      heading={say(template, 'heading')}
    >
      <Paragraph>{say(template, 'intro')}</Paragraph>
      <Articles look={look} lines={purchase.lines} />
      <ActionButton look={look} to={link} words={say('purchase-order', 'button')} />
      <Paragraph>{say('purchase-order', 'private')}</Paragraph>
    </MailLayout>
  )
}

/** A withdrawn line of a purchase order; null: the purchase order has no page. */
export function PurchaseWithdrawn({
  look,
  lines,
  link,
}: {
  look: MailTheme
  lines: AskedOfSupplier['lines']
  link: string | null
}) {
  const { say } = look
  return (
    <MailLayout
      look={look}
      preview={`${say('purchase-withdrawn', 'intro')} ${giftsText(lines)}`}
      heading={say('purchase-withdrawn', 'heading')}
    >
      <Paragraph>{say('purchase-withdrawn', 'intro')}</Paragraph>
      <Articles look={look} lines={lines} />
      <Paragraph>{say('purchase-withdrawn', 'already')}</Paragraph>
      {link === null ? null : (
        <ActionButton look={look} to={link} words={say('purchase-order', 'button')} />
      )}
    </MailLayout>
  )
}

function Articles({ look: { say }, lines }: { look: MailTheme; lines: AskedOfSupplier['lines'] }) {
  return lines.map((line) => (
    <Block key={line.line} style={{ paddingTop: 16 }}>
      <Line>
        {line.quantity} × {[line.name, line.variant].filter(Boolean).join(', ')}
      </Line>
      <Line style={quietStyle}>{say('supplier-order', 'article', { sku: line.sku })}</Line>
    </Block>
  ))
}

const SAMPLE_PURCHASE = `${SAMPLE_NUMBER}-P1`
const sampleLine = (name: string) => ({ line: 1, name, variant: '', sku: '101', quantity: 1 })

const purchaseMail = (template: 'purchase-order' | 'purchase-reminder'): MailDefinition => ({
  async content({ shop: { config }, sql, look, mail }) {
    const [, purchase, place] = mail.subjectId.split(':')
    const found = await findPurchaseMail(sql, purchase ?? '', Number(place))
    const token =
      found &&
      linkToken(config.GIFTPOINT_PEPPER, 'purchase order', `${purchase}/${place}`, found.token_hash)
    if (!found || token === undefined) throw new Error(`mail ${mail.id} has an expired link`)
    return {
      subject: look.say(template, 'subject', { number: found.number }),
      body: (
        <PurchaseOrder
          look={look}
          purchase={found}
          link={`${publicUrl(config)}/supplier/${token}`}
          reminds={template === 'purchase-reminder'}
        />
      ),
    }
  },
  sample({ look, about }) {
    const purchase = { number: SAMPLE_PURCHASE, lines: [sampleLine(about.gifts[0].name)] }
    const reminds = template === 'purchase-reminder'
    return {
      subject: look.say(template, 'subject', { number: purchase.number }),
      body: <PurchaseOrder {...{ look, purchase, link: look.site, reminds }} />,
    }
  },
})

export const purchaseOrder = purchaseMail('purchase-order')
export const purchaseReminder = purchaseMail('purchase-reminder')

export const purchaseWithdrawn: MailDefinition = {
  async content({ shop: { config }, sql, look, mail }) {
    const [, purchase = '', place, line] = mail.subjectId.split(':')
    const found = await findWithdrawnMail(sql, purchase, Number(place), Number(line))
    if (!found) throw new Error(`mail ${mail.id} has no withdrawn line`)
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
  },
  sample: ({ look, about }) => ({
    subject: look.say('purchase-withdrawn', 'subject', { number: SAMPLE_PURCHASE }),
    body: (
      <PurchaseWithdrawn look={look} lines={[sampleLine(about.gifts[0].name)]} link={look.site} />
    ),
  }),
}

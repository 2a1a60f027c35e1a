import { giftsText } from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { Block, Line, Paragraph, quietStyle } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { findPurchaseMail, findWithdrawnMail } from '#server/modules/mail/delivery/mail.sql.ts'
import { linkToken } from '#server/platform/crypto/link-token.ts'
import { SAMPLE_NUMBER } from '#server/modules/mail/rendering/sample-values.ts'

export type PurchaseContent = {
  number: string
  lines: { line: number; name: string; variant: string; sku: string; quantity: number }[]
}

/** The gifts that a supplier has to send. The address is only on the page that the link opens. */
export function PurchaseOrder({
  theme,
  purchase,
  link,
  isReminder,
}: {
  theme: MailTheme
  purchase: PurchaseContent
  link: string
  isReminder: boolean
}) {
  const { say } = theme
  const template = isReminder ? 'purchase-reminder' : 'purchase-order'
  return (
    <MailLayout
      theme={theme}
      preview={`${say(template, 'intro')} ${giftsText(purchase.lines)}`}
      heading={say(template, 'heading')}
    >
      <Paragraph>{say(template, 'intro')}</Paragraph>
      <Articles theme={theme} lines={purchase.lines} />
      <ActionButton theme={theme} to={link} label={say('purchase-order', 'button')} />
      <Paragraph>{say('purchase-order', 'private')}</Paragraph>
    </MailLayout>
  )
}

/** A withdrawn line of a purchase order. `link` is null for a supplier that receives files. */
export function PurchaseWithdrawn({
  theme,
  lines,
  link,
}: {
  theme: MailTheme
  lines: PurchaseContent['lines']
  link: string | null
}) {
  const { say } = theme
  return (
    <MailLayout
      theme={theme}
      preview={`${say('purchase-withdrawn', 'intro')} ${giftsText(lines)}`}
      heading={say('purchase-withdrawn', 'heading')}
    >
      <Paragraph>{say('purchase-withdrawn', 'intro')}</Paragraph>
      <Articles theme={theme} lines={lines} />
      <Paragraph>{say('purchase-withdrawn', 'already')}</Paragraph>
      {link === null ? null : (
        <ActionButton theme={theme} to={link} label={say('purchase-order', 'button')} />
      )}
    </MailLayout>
  )
}

function Articles({
  theme: { say },
  lines,
}: {
  theme: MailTheme
  lines: PurchaseContent['lines']
}) {
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
  async content({ shop: { config }, sql, theme, mail }) {
    const [, purchase, place] = mail.subjectId.split(':')
    const found = await findPurchaseMail(sql, purchase ?? '', Number(place))
    const token =
      found &&
      linkToken(config.GIFTPOINT_PEPPER, 'purchase order', `${purchase}/${place}`, found.token_hash)
    if (!found || token === undefined) throw new Error(`mail ${mail.id} has an expired link`)
    return {
      subject: theme.say(template, 'subject', { number: found.number }),
      body: (
        <PurchaseOrder
          theme={theme}
          purchase={found}
          link={`${publicUrl(config)}/supplier/${token}`}
          isReminder={template === 'purchase-reminder'}
        />
      ),
    }
  },
  sample({ theme, about }) {
    const purchase = { number: SAMPLE_PURCHASE, lines: [sampleLine(about.gifts[0].name)] }
    const isReminder = template === 'purchase-reminder'
    return {
      subject: theme.say(template, 'subject', { number: purchase.number }),
      body: <PurchaseOrder {...{ theme, purchase, link: theme.site, isReminder }} />,
    }
  },
})

export const purchaseOrder = purchaseMail('purchase-order')
export const purchaseReminder = purchaseMail('purchase-reminder')

export const purchaseWithdrawn: MailDefinition = {
  async content({ shop: { config }, sql, theme, mail }) {
    const [, purchase = '', place, line] = mail.subjectId.split(':')
    const found = await findWithdrawnMail(sql, purchase, Number(place), Number(line))
    if (!found) throw new Error(`mail ${mail.id} has no withdrawn line`)
    const token =
      found.token_hash &&
      linkToken(config.GIFTPOINT_PEPPER, 'purchase order', `${purchase}/${place}`, found.token_hash)
    return {
      subject: theme.say('purchase-withdrawn', 'subject', { number: purchase }),
      body: (
        <PurchaseWithdrawn
          theme={theme}
          lines={found.lines}
          link={token ? `${publicUrl(config)}/supplier/${token}` : null}
        />
      ),
    }
  },
  sample: ({ theme, about }) => ({
    subject: theme.say('purchase-withdrawn', 'subject', { number: SAMPLE_PURCHASE }),
    body: (
      <PurchaseWithdrawn
        theme={theme}
        lines={[sampleLine(about.gifts[0].name)]}
        link={theme.site}
      />
    ),
  }),
}

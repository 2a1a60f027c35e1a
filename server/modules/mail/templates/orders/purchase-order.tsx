import { giftsInWords } from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { Block, Line, Paragraph, quietStyle } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'

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
  look: MailLook
  purchase: AskedOfSupplier
  link: string
  reminds: boolean
}) {
  const { say } = look
  const template = reminds ? 'purchase-reminder' : 'purchase-order'
  return (
    <MailLayout
      look={look}
      preview={`${say(template, 'intro')} ${giftsInWords(purchase.lines)}`}
      heading={say(template, 'heading')}
    >
      <Paragraph>{say(template, 'intro')}</Paragraph>
      <Articles look={look} lines={purchase.lines} />
      <ActionButton look={look} to={link} words={say('purchase-order', 'button')} />
      <Paragraph>{say('purchase-order', 'private')}</Paragraph>
    </MailLayout>
  )
}

/** What a supplier was asked for and need not send; null: it has no page. */
export function PurchaseWithdrawn({
  look,
  lines,
  link,
}: {
  look: MailLook
  lines: AskedOfSupplier['lines']
  link: string | null
}) {
  const { say } = look
  return (
    <MailLayout
      look={look}
      preview={`${say('purchase-withdrawn', 'intro')} ${giftsInWords(lines)}`}
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

function Articles({ look: { say }, lines }: { look: MailLook; lines: AskedOfSupplier['lines'] }) {
  return lines.map((line) => (
    <Block key={line.line} style={{ paddingTop: 16 }}>
      <Line>
        {line.quantity} × {[line.name, line.variant].filter(Boolean).join(', ')}
      </Line>
      <Line style={quietStyle}>{say('supplier-order', 'article', { sku: line.sku })}</Line>
    </Block>
  ))
}

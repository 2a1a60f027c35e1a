import { destination } from '#domain/fulfilment/delivery.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import {
  Block,
  Line,
  Paragraph,
  Section,
  quietStyle,
  TextLines,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'
import { SAMPLE_BRAND } from '#server/modules/mail/rendering/sample-values.ts'

type Props = { theme: MailTheme; order: OrderRow; brandId: string }

/** The gifts of one brand and their destination, without other data of the holder or the order. */
export function SupplierOrder({ theme, order, brandId }: Props) {
  const { say, language } = theme
  const { number, person, delivery } = order
  const lines = order.lines.filter(
    (line) =>
      line.deliveryCondition === 'dropship' &&
      line.brandId === brandId &&
      line.state !== 'cancelled',
  )
  const to = destination(delivery, 'dropship')
  const name = [person.firstName, person.prefix, person.surname].filter((part) => part !== '')
  const address = to?.to === 'address' ? addressLines(to.address, language, to.company) : []
  const { telephone } = person
  return (
    <MailLayout
      theme={theme}
      preview={say('supplier-order', 'intro')}
      heading={say('supplier-order', 'heading')}
    >
      <Paragraph>{say('supplier-order', 'intro')}</Paragraph>
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      {lines.map((line) => (
        <Block key={line.line} style={{ paddingTop: 16 }}>
          <Line>
            {line.quantity} × {fullName(line)}
          </Line>
          <Line style={quietStyle}>{say('supplier-order', 'article', { sku: line.sku })}</Line>
        </Block>
      ))}
      <Section title={say('supplier-order', 'recipient')}>
        <TextLines lines={[name.join(' '), ...address]} />
        {telephone !== '' && <Line>{say('supplier-order', 'telephone', { telephone })}</Line>}
        <Paragraph>{say('supplier-order', 'privacy')}</Paragraph>
      </Section>
    </MailLayout>
  )
}

export const supplierOrder = orderMail(
  ({ theme, order, about }) => {
    const [brandId = '', round = '0'] = about.split(':')
    const lines = order.lines.filter((line) => line.round === Number(round))
    return {
      subject: theme.say('supplier-order', 'subject', { order_number: order.number }),
      body: <SupplierOrder theme={theme} order={{ ...order, lines }} brandId={brandId} />,
    }
  },
  { about: SAMPLE_BRAND },
)

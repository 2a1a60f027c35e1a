import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { Order } from '#contract/orders/orders.shop.ts'
import { copyCode } from '#storefront/orders/copy-code.ts'
import { digitalGiftsQuery } from '#storefront/api/queries.ts'
import { ask } from '#storefront/api/shop-client.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './DigitalGifts.module.css'

type DigitalGiftsProps = { order: Order; texts: PageTexts }

/** The digital gifts of an order: codes, documents, and a notice for those not delivered yet. */
export function DigitalGifts({ order, texts }: DigitalGiftsProps) {
  const digitalItems = order.items.filter(({ digital }) => digital.handed + digital.waiting > 0)
  const delivered = digitalItems.reduce((sum, { digital }) => sum + digital.handed, 0)
  if (digitalItems.length === 0) return null
  const email = order.personal_data.contact_email
  return (
    <section aria-labelledby="digital-gifts" className={css.digital}>
      <h2 id="digital-gifts">{texts.jsx('digitalTitle')}</h2>
      {digitalItems.map(({ shopping_cart_item, name, digital }) =>
        digital.waiting > 0 ? (
          <p key={shopping_cart_item} className={css.notice}>
            <Icon name="info" />
            <span>
              {digital.handed === 0
                ? texts.jsx('digitalWaits', { name, email })
                : texts.jsx('digitalPartly', {
                    name,
                    email,
                    count: digital.handed,
                    total: digital.handed + digital.waiting,
                  })}
            </span>
          </p>
        ) : null,
      )}
      {delivered > 0 ? <DeliveredGifts order={order} texts={texts} delivered={delivered} /> : null}
    </section>
  )
}

function DeliveredGifts({ order, texts, delivered }: DigitalGiftsProps & { delivered: number }) {
  const { data } = useQuery(digitalGiftsQuery(order.order_number, delivered))
  return (
    <>
      <p className={css.soft}>
        {texts.jsx('digitalText', { email: order.personal_data.contact_email })}
      </p>
      <ul className={css.list} aria-busy={data === undefined}>
        {(data?.pieces ?? []).map((piece, _, all) => (
          <li key={`${piece.line}-${piece.unit}`} className={css.gift}>
            <h3>{piece.name}</h3>
            {data?.hidden ? <p className={css.soft}>{texts.jsx('digitalHidden')}</p> : null}
            {!data?.hidden && piece.kind === 'pdf' ? (
              <Document
                number={order.order_number}
                piece={piece}
                giftName={distinctName(all, piece, texts)}
                texts={texts}
              />
            ) : null}
            {!data?.hidden && piece.kind === 'code' ? (
              <dl className={css.codes}>
                <Code
                  label={texts.text('digitalCode')}
                  code={piece.code}
                  giftName={distinctName(all, piece, texts)}
                  texts={texts}
                />
                {piece.pin === '' ? null : (
                  <Code
                    label={texts.text('digitalPin')}
                    code={piece.pin}
                    giftName={distinctName(all, piece, texts)}
                    texts={texts}
                  />
                )}
              </dl>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}

type Piece = { line: number; unit: number; name: string; kind: 'code' | 'pdf' }

/** The gift's name, with its position if several gifts have the same name. */
function distinctName(all: readonly Piece[], piece: Piece, texts: PageTexts) {
  const sameGifts = all.filter(({ name, kind }) => name === piece.name && kind === piece.kind)
  if (sameGifts.length < 2) return piece.name
  const position = { count: sameGifts.indexOf(piece) + 1, total: sameGifts.length }
  return `${piece.name}, ${texts.text('digitalPlace', position)}`
}

function Code({
  label,
  code,
  giftName,
  texts,
}: {
  label: string
  code: string
  giftName: string
  texts: PageTexts
}) {
  const codeElement = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code ref={codeElement} className={css.code}>
          {code}
        </code>
        <Button
          variant="quiet"
          aria-label={`${texts.text('digitalCopy')}: ${label} ${giftName}`}
          onClick={() => setCopied(codeElement.current !== null && copyCode(codeElement.current))}
        >
          {texts.jsx('digitalCopy')}
        </Button>
        <span role="status" className={css.soft}>
          {copied ? texts.jsx('digitalCopied') : ''}
        </span>
      </dd>
    </div>
  )
}

function Document({
  number,
  piece,
  giftName,
  texts,
}: {
  number: string
  piece: Piece
  giftName: string
  texts: PageTexts
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  async function download() {
    setState('busy')
    try {
      const { response } = await ask('digitalDocument', {
        order_number: number,
        line: String(piece.line),
        unit: String(piece.unit),
      })
      saveFile(response.file_name, response.content)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button
        variant="quiet"
        busy={state === 'busy'}
        aria-label={`${texts.text('digitalPdf')}: ${giftName}`}
        onClick={() => void download()}
      >
        {texts.jsx('digitalPdf')}
      </Button>
      {state === 'failed' ? <p role="alert">{texts.jsx('digitalPdfFailed')}</p> : null}
    </>
  )
}

function saveFile(name: string, base64: string) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

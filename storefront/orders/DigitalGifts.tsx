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

type Props = { order: Order; words: PageTexts }

/** Digital gifts: the codes, documents, and units not delivered yet. */
export function DigitalGifts({ order, words }: Props) {
  const own = order.items.filter(({ digital }) => digital.handed + digital.waiting > 0)
  const handed = own.reduce((sum, { digital }) => sum + digital.handed, 0)
  if (own.length === 0) return null
  const email = order.personal_data.contact_email
  return (
    <section aria-labelledby="digital-gifts" className={css.digital}>
      <h2 id="digital-gifts">{words.say('digitalTitle')}</h2>
      {own.map(({ shopping_cart_item, name, digital }) =>
        digital.waiting > 0 ? (
          <p key={shopping_cart_item} className={css.waits}>
            <Icon name="info" />
            <span>
              {digital.handed === 0
                ? words.say('digitalWaits', { name, email })
                : words.say('digitalPartly', {
                    name,
                    email,
                    count: digital.handed,
                    total: digital.handed + digital.waiting,
                  })}
            </span>
          </p>
        ) : null,
      )}
      {handed > 0 ? <Handed order={order} words={words} handed={handed} /> : null}
    </section>
  )
}

function Handed({ order, words, handed }: Props & { handed: number }) {
  const { data } = useQuery(digitalGiftsQuery(order.order_number, handed))
  return (
    <>
      <p className={css.soft}>
        {words.say('digitalText', { email: order.personal_data.contact_email })}
      </p>
      <ul className={css.list} aria-busy={data === undefined}>
        {(data?.pieces ?? []).map((piece, _, all) => (
          <li key={`${piece.line}-${piece.unit}`} className={css.piece}>
            <h3>{piece.name}</h3>
            {data?.hidden ? (
              <p className={css.soft}>{words.say('digitalHidden')}</p>
            ) : piece.kind === 'pdf' ? (
              <Document
                number={order.order_number}
                piece={piece}
                of={nameAmong(all, piece, words)}
                words={words}
              />
            ) : (
              <dl className={css.codes}>
                <Code
                  label={words.text('digitalCode')}
                  code={piece.code}
                  of={nameAmong(all, piece, words)}
                  words={words}
                />
                {piece.pin === '' ? null : (
                  <Code
                    label={words.text('digitalPin')}
                    code={piece.pin}
                    of={nameAmong(all, piece, words)}
                    words={words}
                  />
                )}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type Piece = { line: number; unit: number; name: string; kind: 'code' | 'pdf' }

/** The gift's name; with several of the same name also which of them. */
function nameAmong(all: readonly Piece[], piece: Piece, words: PageTexts) {
  const alike = all.filter(({ name, kind }) => name === piece.name && kind === piece.kind)
  if (alike.length < 2) return piece.name
  const place = { count: alike.indexOf(piece) + 1, total: alike.length }
  return `${piece.name}, ${words.text('digitalPlace', place)}`
}

function Code({
  label,
  code,
  of,
  words,
}: {
  label: string
  code: string
  of: string
  words: PageTexts
}) {
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code ref={shown} className={css.code}>
          {code}
        </code>
        <Button
          look="quiet"
          aria-label={`${words.text('digitalCopy')}: ${label} ${of}`}
          onClick={() => setCopied(shown.current !== null && copyCode(shown.current))}
        >
          {words.say('digitalCopy')}
        </Button>
        <span role="status" className={css.soft}>
          {copied ? words.say('digitalCopied') : ''}
        </span>
      </dd>
    </div>
  )
}

function Document({
  number,
  piece,
  of,
  words,
}: {
  number: string
  piece: Piece
  of: string
  words: PageTexts
}) {
  const [state, setState] = useState<'rests' | 'busy' | 'failed'>('rests')
  async function download() {
    setState('busy')
    try {
      const { response } = await ask('digitalDocument', {
        order_number: number,
        line: String(piece.line),
        unit: String(piece.unit),
      })
      saveFile(response.file_name, response.content)
      setState('rests')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button
        look="quiet"
        busy={state === 'busy'}
        aria-label={`${words.text('digitalPdf')}: ${of}`}
        onClick={() => void download()}
      >
        {words.say('digitalPdf')}
      </Button>
      {state === 'failed' ? <p role="alert">{words.say('digitalPdfFailed')}</p> : null}
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

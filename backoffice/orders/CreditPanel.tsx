import { useState } from 'react'

import { CreditProposal } from '#backoffice/orders/CreditProposal.tsx'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskField, DeskSelect } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer, DeskInput } from '#contract/desk/desk-call.ts'
import { CREDIT_REASONS, CREDITED_GOODS } from '#domain/credit.ts'

import css from './DeskOrderPage.module.css'

type Reason = DeskInput<'proposeCredit'>['reason']
type Goods = NonNullable<DeskInput<'proposeCredit'>['goods']>

/** Gifts and a reason; the server says what goes back where, and only that is booked. */
export function CreditPanel({ order }: { order: DeskAnswer<'orderAtDesk'> }) {
  const say = useSay()
  const [pieces, setPieces] = useState<Record<number, number>>({})
  const [reason, setReason] = useState<Reason>('damaged')
  const [goods, setGoods] = useState<Goods>('none')
  const [note, setNote] = useState('')
  const deed = useDeed('proposeCredit')
  const [proposal, setProposal] = useState<DeskAnswer<'proposeCredit'> | null>(null)
  const left = order.lines.filter((line) => line.left > 0)
  const open = order.withdrawals.filter(({ credited }) => !credited)

  const propose = async (what: Pick<DeskInput<'proposeCredit'>, 'lines' | 'withdrawal'>) => {
    const asked = what.withdrawal === undefined ? reason : 'withdrawn'
    const made = await deed.run({ number: order.number, ...what, reason: asked, goods, note })
    if (made) setProposal(made)
  }
  if (proposal) {
    return <CreditProposal proposal={proposal} onAway={() => setProposal(null)} />
  }
  // Not before: a proposal that another clerk overtook is still to be told so.
  if (left.length === 0 && open.length === 0) return null
  const chosen = left.flatMap(({ line, quantity, left: most }) => {
    const asked = Math.min(pieces[line] ?? (left.length === 1 && quantity === 1 ? 1 : 0), most)
    return asked > 0 ? [{ line, quantity: asked }] : []
  })
  return (
    <div className={css.panel}>
      {left.length > 0 ? (
        <Form
          title={say('credit.title')}
          // What is looked at first; what books it is the page's main action.
          main={false}
          submit={say('credit.propose')}
          note={say('credit.help')}
          wrong={deed.wrong}
          busy={deed.busy}
          changed={false}
          onDiscard={() => {}}
          onSubmit={() => propose({ lines: chosen })}
        >
          {left.map((line) => (
            <DeskField
              key={line.line}
              label={say('credit.pieces', { name: line.name })}
              aside={say('order.lineLeft', { count: line.left })}
              type="number"
              inputMode="numeric"
              min={0}
              max={line.left}
              value={chosen.find((one) => one.line === line.line)?.quantity ?? 0}
              onChange={({ target }) =>
                setPieces({ ...pieces, [line.line]: Math.max(0, Math.trunc(Number(target.value))) })
              }
            />
          ))}
          <DeskSelect
            label={say('credit.reason')}
            value={reason}
            onChange={({ target }) => setReason(target.value as Reason)}
          >
            {CREDIT_REASONS.map((one) => (
              <option key={one} value={one}>
                {say(`credit.reasonOf.${one}`)}
              </option>
            ))}
          </DeskSelect>
          <DeskSelect
            label={say('credit.goods')}
            value={goods}
            onChange={({ target }) => setGoods(target.value as Goods)}
          >
            {CREDITED_GOODS.map((one) => (
              <option key={one} value={one}>
                {say(`credit.goodsOf.${one}`)}
              </option>
            ))}
          </DeskSelect>
          <DeskField
            label={say('credit.note')}
            maxLength={500}
            required={reason === 'other'}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form>
      ) : null}
      {open.map(({ number }) => (
        <DeskButton
          key={number}
          busy={deed.busy}
          onClick={() => void propose({ withdrawal: number })}
        >
          {say('credit.ofWithdrawal', { number })}
        </DeskButton>
      ))}
    </div>
  )
}

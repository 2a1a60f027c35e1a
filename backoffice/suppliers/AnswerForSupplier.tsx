import { useState } from 'react'

import { DeskCheck, DeskField, DeskSelect } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

type Purchase = DeskAnswer<'supplierAtDesk'>['purchases'][number]
const SAID = ['sent', 'decline', 'confirm'] as const
type Said = (typeof SAID)[number]

/** What it said by telephone, or in a file. */
export function AnswerForSupplier({
  purchase,
  onAway,
}: {
  purchase: Purchase
  onAway: () => void
}) {
  const say = useSay()
  const open = purchase.lines.filter(({ state }) => state === 'open')
  const [what, setWhat] = useState<Said>('sent')
  const [lines, setLines] = useState<number[]>(open.map(({ line }) => line))
  const [carrier, setCarrier] = useState('')
  const [code, setCode] = useState('')
  const [link, setLink] = useState('')
  const [reason, setReason] = useState('')
  const deed = useDeed('answerForSupplier', { done: () => say('supplier.answered') })
  const { number } = purchase
  return (
    <Form
      title={say('supplier.answer')}
      submit={say('save')}
      wrong={deed.wrong}
      refusal={deed.refusal}
      busy={deed.busy}
      changed={carrier !== '' || code !== '' || link !== '' || reason !== ''}
      onDiscard={onAway}
      onSubmit={async () => {
        const done = await deed.run(
          what === 'confirm'
            ? { number, what }
            : what === 'sent'
              ? { number, what, lines, carrier, code, link: link.trim() === '' ? null : link }
              : { number, what, lines, reason },
        )
        if (done) onAway()
      }}
    >
      <DeskSelect
        label={say('supplier.what')}
        value={what}
        onChange={({ target }) => setWhat(SAID.find((one) => one === target.value) ?? 'sent')}
      >
        {SAID.map((one) => (
          <option key={one} value={one}>
            {say(`supplier.${one}`)}
          </option>
        ))}
      </DeskSelect>
      {what === 'confirm'
        ? null
        : open.map(({ line, quantity, name }) => (
            <DeskCheck
              key={line}
              checked={lines.includes(line)}
              onChange={({ target }) =>
                setLines(target.checked ? [...lines, line] : lines.filter((one) => one !== line))
              }
            >
              {quantity} × {name}
            </DeskCheck>
          ))}
      {what === 'sent' ? (
        <>
          <DeskField
            label={say('supplier.carrier')}
            name="carrier"
            required
            maxLength={60}
            value={carrier}
            onChange={({ target }) => setCarrier(target.value)}
          />
          <DeskField
            label={say('supplier.code')}
            name="code"
            required
            maxLength={120}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <DeskField
            label={say('supplier.link')}
            hint={say('supplier.linkHelp')}
            name="link"
            type="url"
            autoComplete="off"
            spellCheck={false}
            pattern="[Hh][Tt][Tt][Pp][Ss]://.*"
            maxLength={500}
            value={link}
            onChange={({ target }) => setLink(target.value)}
          />
        </>
      ) : null}
      {what === 'decline' ? (
        <DeskField
          label={say('supplier.reason')}
          name="reason"
          required
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
    </Form>
  )
}

import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { GiftSaveBar } from '#backoffice/modules/catalog/gifts/GiftSaveBar.tsx'
import {
  type Gift,
  type GiftPart,
  useGiftSave,
} from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { Fault } from '#contract/shared/http-call.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

const gift = (version: number) => ({ id: 'mug', name: 'Mug', version }) as Gift
const refusal = { refused: 'same-values', status: 409 } as const

type Answer = Awaited<ReturnType<GiftPart['send']>> | Error

/** Parts by key with the answer to their call, and the calls that were made. */
function Page({ answers, sent }: { answers: Record<string, Answer>; sent: string[] }) {
  const [unsaved, setUnsaved] = useState(Object.keys(answers))
  const save = useGiftSave(gift(1))
  const parts = unsaved.map((key): GiftPart => ({
    key,
    name: `Part ${key}`,
    anchor: key,
    send: async (version) => {
      sent.push(`${key} ${version}`)
      const answer = answers[key]
      if (answer instanceof Error || answer === undefined) throw answer
      return answer
    },
    clear: () => {
      setUnsaved((before) => before.filter((other) => other !== key))
      return () => setUnsaved((before) => [...before, key])
    },
  }))
  return <GiftSaveBar parts={parts} save={save} />
}

const bar = () => screen.getByRole('region', { name: en('giftSaving') })
const press = (name: string) => within(bar()).getByRole('button', { name })

it('saves each part on its own, and names the parts that failed (PRODUCT-6)', async () => {
  const sent: string[] = []
  const answers = {
    '2 nl': gift(9),
    offers: new Fault('The back office cannot be reached', null, null),
    articles: refusal,
    facts: gift(2),
  }
  const user = await renderBackoffice(<Page answers={answers} sent={sent} />)
  within(bar()).getByText(
    en('notSavedYet', { parts: 'Part 2 nl, Part offers, Part articles, Part facts' }),
  )
  await user.click(press(en('save')))
  await screen.findByText(en('partsNotSaved', { count: 2 }))
  // The shared fields first, each from the version that this save wrote. A text does not change that version.
  expect(sent).toEqual(['articles 1', 'facts 1', '2 nl 2', 'offers 2'])
  within(bar()).getByText(en('notSavedYet', { parts: 'Part offers, Part articles' }))
  const reasons = within(screen.getByRole('alert')).getAllByRole('listitem')
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    `Part articles: ${en('sameValues')}`,
    `Part offers: ${en('noConnection')}`,
  ])
})

it('disappears when everything is saved or discarded (PRODUCT-6)', async () => {
  const user = await renderBackoffice(<Page answers={{ facts: gift(2) }} sent={[]} />)
  await user.click(press(en('save')))
  await screen.findAllByText(en('giftSaved', { name: 'Mug' }))
  expect(screen.queryByRole('region', { name: en('giftSaving') })).toBeNull()
  const again = await renderBackoffice(<Page answers={{ facts: refusal }} sent={[]} />)
  await again.click(press(en('discard')))
  expect(screen.queryByRole('region', { name: en('giftSaving') })).toBeNull()
  await again.click(screen.getByRole('button', { name: en('undo') }))
  within(bar()).getByText(en('notSavedYet', { parts: 'Part facts' }))
})

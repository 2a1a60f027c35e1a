import { useState } from 'react'

import type { Choice, ReplacementGift } from '#contract/orders/replacements.shop.ts'
import { type ReasonOf, refused } from '#contract/shared/refusals.shop.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { ANY_CALL, sentenceFor, type Texts } from '#storefront/i18n/refusal-texts.ts'
import { call } from '#storefront/api/shop-client.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import css from '../OrderDialog.module.css'

/** Refusals of a replacement. */
const CHOICE_TEXTS: Texts<ReasonOf<'choose'>, 'choice'> = {
  ...ANY_CALL,
  'no-such-choice': { from: 'choice', key: 'unknownText' },
  'choice-over': { from: 'choice', key: 'over' },
  'sold-out': { from: 'choice', key: 'soldOut' },
  'no-such-gift': { from: 'choice', key: 'soldOut' },
}

/** Confirms a choice that can be made only once. */
export function ReplacementDialog({
  token,
  gift,
  amount,
  texts,
  onClose,
  onDone,
}: {
  token: string
  /** null: a refund. */
  gift: ReplacementGift | null
  amount: string
  texts: PageTexts
  onClose: () => void
  onDone: (choice: Choice) => void
}) {
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const [issue, setIssue] = useState('')

  async function confirm() {
    setBusy(true)
    setIssue('')
    try {
      const answer = await call('choose', { token, language, spli_id: gift?.spli_id ?? null })
      if (!refused(answer)) return onDone(answer.response)
      setIssue(sentenceFor(CHOICE_TEXTS, answer.refused, { common, choice: texts }))
    } catch (error) {
      setIssue(writeErrorText(error, common))
    }
    setBusy(false)
  }

  const name = gift ? [gift.name, gift.variant].filter(Boolean).join(', ') : ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={gift ? texts.text('confirmTitle', { name }) : texts.text('confirmBackTitle')}
      closeLabel={common.text('close', {}, 'Sluiten')}
      dismissible={!busy}
    >
      <p>{gift ? texts.jsx('confirmText') : texts.jsx('confirmBackText', { amount })}</p>
      {issue === '' ? null : (
        <p className={css.issue} role="alert">
          {issue}
        </p>
      )}
      <div className={css.buttons}>
        <Button busy={busy} onClick={() => void confirm()}>
          {texts.jsx('confirm')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          {texts.jsx('keep')}
        </Button>
      </div>
    </Dialog>
  )
}

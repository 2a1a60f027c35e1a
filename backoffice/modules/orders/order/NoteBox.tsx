import { useAction } from '#backoffice/kit/api/use-action.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useDiscard } from '#backoffice/kit/drafts/use-discard.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './NoteBox.module.css'

/** A note for colleagues, in one line until it has the focus. */
export function NoteBox({ number, me }: { number: string; me: string }) {
  const t = useTranslate()
  const discard = useDiscard()
  const draft = useDraft(`${me}.order-note.${number}`, { body: '' })
  const action = useAction('addOrderNote', { done: () => t('order.noted') })
  const { body } = draft.values
  return (
    <form
      className={classNames(css.note, (draft.changed || action.failure !== null) && css.open)}
      aria-label={t('order.newNote')}
      onSubmit={(event) => {
        event.preventDefault()
        void action.run({ number, body }).then((saved) => saved && draft.clearSent({ body }))
      }}
    >
      <textarea
        className={css.text}
        aria-label={t('order.newNote')}
        placeholder={t('order.notePlaceholder')}
        required
        maxLength={4000}
        value={body}
        onChange={({ target }) => draft.type({ body: target.value })}
      />
      <div className={css.more}>
        {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
        <div className={css.actions}>
          <ActionButton type="submit" busy={action.busy}>
            {t('order.keepNote')}
          </ActionButton>
          {draft.changed ? (
            <ActionButton variant="plain" onClick={() => discard(draft.clear)}>
              {t('discard')}
            </ActionButton>
          ) : null}
        </div>
        <p className={css.soft}>{t('order.noteHelp')}</p>
      </div>
    </form>
  )
}

import type { ReactNode } from 'react'

import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './Form.module.css'

type FormProps = {
  title: string
  /** Whether the title is to be seen: not where it stands above already. */
  titled?: boolean
  submit: string
  /** Not where another button is what the page is for. */
  main?: boolean
  /** Under the button: whether it can be undone, and what goes with it. */
  note?: string
  wrong: string | null
  busy: boolean
  /** Whether something was typed that is not saved. */
  changed: boolean
  onSubmit: () => Promise<void>
  onDiscard: () => void
  children: ReactNode
}

/** What is typed stays until it is saved or thrown away, whatever comes in between. */
export function Form({
  title,
  titled = true,
  submit,
  main = true,
  note,
  wrong,
  busy,
  changed,
  onSubmit,
  onDiscard,
  children,
}: FormProps) {
  const say = useSay()
  return (
    <form
      className={css.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {titled ? <h2>{title}</h2> : null}
      {children}
      {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
      <div className={css.deeds}>
        <DeskButton type="submit" {...(main ? { look: 'main' } : {})} busy={busy}>
          {submit}
        </DeskButton>
        {changed ? (
          <DeskButton look="plain" onClick={onDiscard}>
            {say('discard')}
          </DeskButton>
        ) : null}
      </div>
      {note ? <p className={css.note}>{note}</p> : null}
    </form>
  )
}

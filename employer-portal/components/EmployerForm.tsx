import type { ReactNode } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'

import css from './EmployerPages.module.css'

type EmployerFormProps = {
  title: string
  intro?: string
  submit: string
  busy: boolean
  done: string | null
  failure: string | null
  onSubmit: () => Promise<void>
  children: ReactNode
}

/** A page section with one form: its result is shown above the form, its errors inside. */
export function EmployerForm({
  title,
  intro,
  submit,
  busy,
  done,
  failure,
  onSubmit,
  children,
}: EmployerFormProps) {
  return (
    <Card title={title}>
      {intro === undefined ? null : <p className={css.soft}>{intro}</p>}
      {done ? <Notice kind="good">{done}</Notice> : null}
      <form
        className={css.form}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {failure ? <Notice kind="bad">{failure}</Notice> : null}
        {children}
        <div>
          <ActionButton type="submit" variant="main" busy={busy}>
            {submit}
          </ActionButton>
        </div>
      </form>
    </Card>
  )
}

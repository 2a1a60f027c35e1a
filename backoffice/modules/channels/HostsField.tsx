import { use, useEffect, useRef, useState } from 'react'

import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { FormIssue } from '#backoffice/kit/form/form-issue.ts'
import { hostsIn } from '#backoffice/modules/channels/host-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './HostsField.module.css'

/** The domains of a channel, one field each. Its value has one per line. */
export function HostsField({
  value,
  isTitled = true,
  readOnly = false,
  onChange,
}: {
  value: string
  /** false: the name is hidden, because the heading above it has the same name. */
  isTitled?: boolean
  readOnly?: boolean
  onChange: (value: string) => void
}) {
  const t = useTranslate()
  const { fields, hosts, write, add, remove } = useHosts(value, onChange)
  const issue = useHostIssue(hosts)
  return (
    <fieldset ref={fields} className={css.hosts}>
      <legend className={isTitled ? undefined : 'visually-hidden'}>{t('channel.hosts')}</legend>
      <p>{t('channel.hostsHelp')}</p>
      {hosts.map((host, at) => (
        // Two domains can be the same, so only their position identifies them.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={css.host}>
          <FormField
            label={
              <span className="visually-hidden">{t('channel.hostNumber', { number: at + 1 })}</span>
            }
            readOnly={readOnly}
            maxLength={300}
            data-anchor={at === (issue?.at ?? 0) ? 'hosts' : undefined}
            issue={issue?.at === at ? issue.sentence : null}
            value={host}
            onChange={({ target }) =>
              write(hosts.map((other, index) => (index === at ? target.value : other)))
            }
          />
          {readOnly || hosts.length === 1 ? null : (
            <ActionIconButton
              icon="close"
              label={
                host === ''
                  ? t('channel.removeEmptyHost', { number: at + 1 })
                  : t('channel.removeHost', { number: at + 1, host })
              }
              onClick={() => remove(at)}
            />
          )}
        </div>
      ))}
      {readOnly ? null : (
        <ActionButton small icon="plus" onClick={add}>
          {t('channel.addHost')}
        </ActionButton>
      )}
    </fieldset>
  )
}

const joinFilled = (hosts: readonly string[]) => hosts.filter((host) => host !== '').join('\n')

/** Empty fields are not part of the value. They stay as long as the value is the one that was typed here. */
function useHosts(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<readonly string[]>([])
  const hosts = typed.length > 0 && joinFilled(typed) === value ? typed : value.split('\n')
  function write(all: readonly string[]) {
    setTyped(all)
    onChange(joinFilled(all))
  }
  const { fields, focusNext } = useFocusNext(hosts.length)
  function add() {
    focusNext(hosts.length)
    write([...hosts, ''])
  }
  function remove(at: number) {
    focusNext(Math.min(at, hosts.length - 2))
    write(hosts.filter((_, index) => index !== at))
  }
  return { fields, hosts, write, add, remove }
}

/** The server's error, at the domain that its text contains, else at the first one. */
function useHostIssue(hosts: readonly string[]) {
  const issue = use(FormIssue)
  if (issue === null || !issue.field.startsWith('hosts')) return null
  const { sentence } = issue
  // The longest match, because a sentence about gift-a.nl also contains a.nl.
  let match = { at: 0, length: 0 }
  for (const [at, host] of hosts.entries()) {
    const [name = ''] = hostsIn(host)
    if (name.length > match.length && sentence.includes(name)) match = { at, length: name.length }
  }
  return { sentence, at: match.at }
}

/** After a field was added or removed, the focus moves to the field at the given position. */
function useFocusNext(count: number) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const next = useRef<number | null>(null)
  useEffect(() => {
    if (next.current === null) return
    fields.current?.querySelectorAll('input')[next.current]?.focus()
    next.current = null
  }, [count])
  function focusNext(at: number) {
    next.current = at
  }
  return { fields, focusNext }
}

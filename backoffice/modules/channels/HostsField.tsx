import { use } from 'react'

import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { FormIssue } from '#backoffice/kit/form/form-issue.ts'
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
  /** Its name is shown, because nothing above it has that name. */
  isTitled?: boolean
  readOnly?: boolean
  onChange: (value: string) => void
}) {
  const t = useTranslate()
  const hosts = value.split('\n')
  const issue = useHostIssue(hosts)
  const write = (all: readonly string[]) => onChange(all.join('\n'))
  return (
    <fieldset className={css.hosts}>
      <legend className={isTitled ? undefined : 'visually-hidden'}>{t('channel.hosts')}</legend>
      <p>{t('channel.hostsHelp')}</p>
      {hosts.map((host, at) => (
        // A domain is known by its place only.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={css.host}>
          <FormField
            label={
              <span className="visually-hidden">{t('channel.hostNumber', { number: at + 1 })}</span>
            }
            readOnly={readOnly}
            maxLength={300}
            issue={issue?.at === at ? issue.sentence : null}
            value={host}
            onChange={({ target }) =>
              write(hosts.map((one, place) => (place === at ? target.value : one)))
            }
          />
          {readOnly || hosts.length === 1 ? null : (
            <ActionIconButton
              icon="close"
              label={t('channel.removeHost', { number: at + 1, host })}
              onClick={() => write(hosts.filter((_, place) => place !== at))}
            />
          )}
        </div>
      ))}
      {readOnly ? null : (
        <ActionButton little icon="plus" onClick={() => write([...hosts, ''])}>
          {t('channel.addHost')}
        </ActionButton>
      )}
    </fieldset>
  )
}

/** The server's error, at the domain that it names, else at the first one. */
function useHostIssue(hosts: readonly string[]) {
  const issue = use(FormIssue)
  if (issue === null || !issue.field.startsWith('hosts')) return null
  const { sentence } = issue
  const named = hosts.findIndex((host) => host !== '' && sentence.includes(host))
  return { sentence, at: Math.max(0, named) }
}

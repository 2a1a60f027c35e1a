import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'

type FigureItem = {
  label: 'came' | 'ordered' | 'pointsSpent' | 'sent'
  value: number
  /** The maximum of the figure. */
  of: number | null
}

/** Figures with their names, for example 'Activated: 45 of 60'. */
export function FigureList({
  figures,
  className,
  t,
}: Pick<EmployerPageProps, 't'> & {
  figures: readonly FigureItem[]
  className?: string | undefined
}) {
  const { language } = useBackofficeLanguage()
  return (
    <dl className={className}>
      {figures.map(({ label, value, of }) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>
            {value.toLocaleString(language)}
            {of === null ? null : (
              <small> {t('outOf', { people: of.toLocaleString(language) })}</small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

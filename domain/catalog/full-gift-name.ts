/** A gift's name with its variant, on one line. */
export const fullName = ({ name, variant }: { name: string; variant: string }): string =>
  variant === '' ? name : `${name} (${variant})`

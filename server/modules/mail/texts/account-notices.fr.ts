import type { AccountNoticeTexts } from '#server/modules/mail/texts/account-notices.nl.ts'

export const accountNoticesFrench: AccountNoticeTexts = {
  greeting: 'Bonjour {name},',
  when: 'Cela s’est produit le {date} à {time}.',
  not_you_backoffice:
    'Ce n’était pas vous ? Changez votre mot de passe, fermez vos autres sessions et prévenez un propriétaire.',
  not_you_employer:
    'Ce n’était pas vous ? Changez votre mot de passe, fermez vos autres sessions et prévenez votre contact chez Giftpoint.',
  not_expected:
    'Vous ne vous y attendiez pas ? Vérifiez dans l’administration et contactez votre collègue.',
  open_backoffice: 'Ouvrir l’administration',
  open_employer: 'Ouvrir le portail employeur',
  'new-sign-in': 'Nouvelle connexion à votre compte',
  'new-sign-in_text':
    'Quelqu’un s’est connecté à votre compte avec un navigateur encore jamais utilisé : {browser}, adresse IP {address}.',
  'passkey-added': 'Clé d’accès ajoutée',
  'passkey-added_text': 'La clé d’accès « {name} » a été ajoutée à votre compte.',
  'passkey-removed': 'Clé d’accès supprimée',
  'passkey-removed_text': 'La clé d’accès « {name} » a été supprimée de votre compte.',
  'app-added': 'Application d’authentification configurée',
  'app-added_text': 'Une application d’authentification a été configurée pour votre compte.',
  'app-removed': 'Application d’authentification supprimée',
  'app-removed_text': 'L’application d’authentification a été supprimée de votre compte.',
  'recovery-codes-created': 'Nouveaux codes de récupération',
  'recovery-codes-created_text':
    'De nouveaux codes de récupération ont été créés pour votre compte. Les anciens codes ne fonctionnent plus.',
  'token-created': 'Jeton d’API créé',
  'token-created_text': 'Le jeton d’API « {name} » a été créé pour votre compte.',
  'token-ended': 'Jeton d’API révoqué',
  'token-ended_text':
    '{by} a révoqué votre jeton d’API « {name} ». Les programmes qui l’utilisent n’ont plus accès.',
  'password-changed': 'Mot de passe modifié',
  'password-changed_text':
    'Le mot de passe de votre compte a été modifié. Vos autres sessions sont fermées.',
  'password-reset': 'Mot de passe réinitialisé',
  'password-reset_text':
    'Le mot de passe de votre compte a été réinitialisé par un lien reçu par e-mail. Toutes vos sessions sont fermées.',
  'password-attempts': 'Nombreux mots de passe erronés pour votre compte',
  'password-attempts_text':
    'Un mot de passe erroné a été saisi {count} fois de suite pour votre compte.',
  'password-off': 'Votre mot de passe est désactivé',
  'password-off_text':
    'Un mot de passe erroné a été saisi {count} fois de suite pour votre compte. Votre mot de passe ne fonctionne donc plus. Choisissez un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion. Les clés d’accès fonctionnent toujours.',
  'access-reset': 'Votre accès a été réinitialisé',
  'access-reset_text': '{by} a réinitialisé votre accès.',
  'owner-requested': 'Demande d’accès propriétaire : {name}',
  'owner-requested_text':
    '{by} demande que {name} devienne propriétaire, ou que son accès de propriétaire soit réinitialisé. Acceptez ou refusez cette demande dans l’administration.',
  'owner-added': 'Nouveau propriétaire : {name}',
  'owner-added_text': '{name} est désormais propriétaire. Modification faite par {by}.',
  'owner-reset': 'Accès du propriétaire {name} réinitialisé',
  'owner-reset_text': 'L’accès du propriétaire {name} a été réinitialisé par {by}.',
  'owner-removed': '{name} n’est plus propriétaire',
  'owner-removed_text': '{name} n’est plus propriétaire. Modification faite par {by}.',
  'approved-alone': 'Approuvé sans deuxième personne',
  'approved-alone_text':
    '{name} a approuvé sa propre demande, car il n’y a qu’un propriétaire : {subject}.',
}

#!/bin/sh
# Writes .env from .env.example, with new passwords, readable by this user only. An existing one is kept; secrets that a
# later release requires are added.
#   sh infra/make-env.sh                         a trial on this machine, http://localhost:8080
#   sh infra/make-env.sh --sandbox               the same, with simulated text messages, email and cards
#   sh infra/make-env.sh burrow.example.com you@example.com
#                                                that name with TLS for everyone, and the operator's email
#   COMPOSE_PROJECT_NAME=<name> sh infra/make-env.sh …
#                                                beside another installation on this machine
set -eu
umask 077
cd "$(dirname "$0")/.."

usage() {
  echo "Usage: sh infra/make-env.sh [--sandbox | <domain> <your email address>]" >&2
  exit 2
}

sandbox= domain= email=root@burrow.localhost
case "$#:${1:-}" in
  0:) ;;
  1:--sandbox) sandbox=yes ;;
  2:*)
    domain=$1 email=$2
    case "$domain" in -* | *[!A-Za-z0-9.-]*) usage ;; *.*) ;; *) usage ;; esac
    case "$email" in *[!A-Za-z0-9.@_+-]*) usage ;; ?*@?*.?*) ;; *) usage ;; esac
    ;;
  *) usage ;;
esac

# Letters and digits only: some become part of an address.
secret() {
  od -An -N "${1:-24}" -v -tx1 /dev/urandom | tr -d ' \n'
}

put() {
  if ! grep -q "^$1=" "$next"; then
    echo ".env.example has no $1." >&2
    exit 1
  fi
  sed "s|^$1=.*|$1=$2|" "$next" > "$next.new"
  mv "$next.new" "$next"
}

if [ -e .env ]; then
  added=
  for name in BURROW_BACKUP_PASSWORD CODE_SECRET; do
    grep -Eq "^$name=." .env && continue
    # Append it, so that it overrides an empty one; the last line may lack a newline.
    printf '\n%s=%s\n' "$name" "$(secret)" >> .env
    added="$added $name"
  done
  if [ -z "$added" ]; then
    echo ".env is there already and was left as it is." >&2
    exit 1
  fi
  echo "Added to .env:$added. The rest was left as it is."
  exit 0
fi

project=${COMPOSE_PROJECT_NAME:-${sandbox:+burrow-sandbox}}
case "$project" in
  [!a-z0-9]* | *[!a-z0-9_-]*)
    echo "COMPOSE_PROJECT_NAME may contain only lowercase letters, digits, - and _, and can't begin with - or _." >&2
    exit 2
    ;;
esac

# The folder of another installation whose containers and volumes `docker compose up` would take over here.
taken_by() {
  command -v docker > /dev/null || return 0
  docker ps -a --filter "label=com.docker.compose.project=$1" \
    --format '{{.Label "com.docker.compose.project.working_dir"}}' > "$next" ||
    echo "Couldn't ask Docker whether another installation on this machine is named $1." >&2
  grep -Fxv -e "$(pwd)" -e "$(pwd -P)" "$next" | head -n 1
}

next=$(mktemp .env.XXXXXX)
trap 'rm -f "$next" "$next.new"' EXIT
# A name that the operator has set is not checked.
other=$([ -n "${COMPOSE_PROJECT_NAME:-}" ] || taken_by "${project:-burrow}")
if [ -n "$other" ]; then
  echo "The installation in $other is named ${project:-burrow} too. Both would share containers and volumes." >&2
  echo "Choose another name, such as COMPOSE_PROJECT_NAME=burrow-2 sh infra/make-env.sh $*" >&2
  echo "If this folder replaces that one: COMPOSE_PROJECT_NAME=${project:-burrow} sh infra/make-env.sh $*" >&2
  exit 1
fi
cp .env.example "$next"
put COMPOSE_PROJECT_NAME "$project"

password=$(secret 9)
put POSTGRES_PASSWORD "$(secret)"
put BURROW_OWNER_PASSWORD "$(secret)"
put BURROW_APP_PASSWORD "$(secret)"
put BURROW_BACKUP_PASSWORD "$(secret)"
put CODE_SECRET "$(secret)"
put FIRST_SUPERADMIN_EMAIL "$email"
put FIRST_SUPERADMIN_PASSWORD "$password"

if [ -n "$domain" ]; then
  address=https://$domain
  put BURROW_DOMAIN "$domain"
  put ACME_EMAIL "$email"
  put BIND_ADDRESS 0.0.0.0
  put HTTP_PORT 80
  put HTTPS_PORT 443
elif [ -n "$sandbox" ]; then
  # A name that means this machine in a browser, and the proxy inside.
  address=http://burrow.localhost:8080
  mail=$(secret)
  put COMPOSE_PROFILES sandbox
  put TWILIO_ACCOUNT_SID "AC$(secret 16)"
  put TWILIO_AUTH_TOKEN "$(secret)"
  put TWILIO_FROM +441632960144
  put TWILIO_API_URL http://sandbox.localhost:8090
  put STRIPE_SECRET_KEY "sk_test_$(secret)"
  put STRIPE_WEBHOOK_SECRET "whsec_$(secret)"
  put STRIPE_PRICE price_burrow_practice
  put STRIPE_API_URL http://sandbox.localhost:8090
  put SMTP_URL "smtp://sandbox:$mail@sandbox.localhost:8025?ignoreTLS=true"
  put SANDBOX_SMTP_PASSWORD "$mail"
  put MAIL_FROM burrow@burrow.example
  put INBOUND_MAIL_DOMAIN reply.burrow.example
  put INBOUND_MAIL_SECRET "$(secret)"
else
  address=http://localhost:8080
fi
put PUBLIC_URL "$address"
put BURROW_TAG "$(sh infra/set-build.sh --print)"

# Do not overwrite one that was created meanwhile.
ln "$next" .env
echo "Wrote .env. After 'docker compose up -d --wait' sign in at $address/app/login as"
echo "$email with the password $password, and choose another one."

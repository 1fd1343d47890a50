package dropline

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const maxAge = 5 * time.Minute

// ErrWebhookVerification is wrapped by the errors of VerifyWebhook.
var ErrWebhookVerification = errors.New("dropline: the webhook cannot be verified")

// VerifyWebhook returns the event of a request to your webhook URL. The body must be exactly as received, before
// json.Unmarshal; the secret is the endpoint's, whsec_…. It fails if none of the signatures is by this secret, or if
// the webhook is older than five minutes.
func VerifyWebhook(header http.Header, body []byte, secret string) (event Event, err error) {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	signatures := header.Get("webhook-signature")
	if id == "" || signatures == "" {
		return event, fmt.Errorf("%w: a header is missing", ErrWebhookVerification)
	}
	seconds, err := strconv.ParseUint(timestamp, 10, 62)
	if age := time.Since(time.Unix(int64(seconds), 0)); err != nil || age > maxAge || age < -maxAge {
		return event, fmt.Errorf("%w: its timestamp is not within five minutes of now", ErrWebhookVerification)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return event, fmt.Errorf("dropline: the secret is not base64: %w", err)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(signature), expected) {
			err = json.Unmarshal(body, &event)
			return event, err
		}
	}
	return event, fmt.Errorf("%w: no signature is by this secret", ErrWebhookVerification)
}

// IsNewer reports whether an event is newer than the last one you processed of the same order, whose Sequence you
// stored; 0 for none. Webhooks can arrive twice and in any order.
func IsNewer(event Event, lastSequence int) bool {
	// Positions have the sequence of the order's latest event.
	if event.Event == EventTypeDriverLocationUpdated {
		return event.Sequence >= lastSequence
	}
	return event.Sequence > lastSequence
}

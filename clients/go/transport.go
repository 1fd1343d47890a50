package dropline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const maxExcerptLength = 200

// FieldIssue is a problem with one field of a rejected payload.
type FieldIssue struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error is a call that did not succeed, for any reason other than its own context.
type Error struct {
	// Status is the HTTP status; 0 if there was no complete response.
	Status int
	// ID is the kind of error, such as order.not_found; client.no_response after a network error or timeout, and
	// client.unreadable_response if something else than the API responded, such as a proxy.
	ID      string
	Message string
	// Issues are the invalid fields of a rejected payload.
	Issues []FieldIssue
	// RequestID identifies the response; include it in questions to support.
	RequestID string
	// Excerpt is the beginning of an unreadable response.
	Excerpt string
	// Err is the cause of client.no_response.
	Err error
}

func (e *Error) Error() string { return fmt.Sprintf("dropline: %s (%s)", e.Message, e.ID) }

func (e *Error) Unwrap() error { return e.Err }

type request struct {
	method, path string
	query        url.Values
	headers      map[string]string
	body         any
	// isOnce: repeating the request has another effect than sending it once.
	isOnce bool
}

type attempt struct {
	data        json.RawMessage
	err         *Error
	isTransient bool
	retryAfter  time.Duration
}

func send[Data any](ctx context.Context, c *Client, one request) (data Data, err error) {
	var body []byte
	if one.body != nil {
		if body, err = json.Marshal(one.body); err != nil {
			return data, err
		}
	}
	deadline := time.Now().Add(c.Deadline)
	// The default source of Go before 1.20 gives every process the same numbers.
	random := rand.New(rand.NewSource(time.Now().UnixNano()))
	for tries := 0; ; tries++ {
		result, err := c.attempt(ctx, one, body, deadline)
		if ctx.Err() != nil {
			return data, ctx.Err()
		}
		if err != nil {
			return data, err
		}
		if result.err == nil {
			err = json.Unmarshal(result.data, &data)
			return data, err
		}
		backoff := float64(c.RetryDelay<<tries) * (0.5 + random.Float64())
		wait := result.retryAfter + time.Duration(backoff)
		isLast := tries >= c.Retries || time.Now().Add(wait).After(deadline)
		if isLast || !result.isTransient || one.isOnce {
			return data, result.err
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return data, ctx.Err()
		case <-timer.C:
		}
	}
}

func (c *Client) attempt(ctx context.Context, one request, body []byte, deadline time.Time) (attempt, error) {
	if end := time.Now().Add(c.Timeout); end.Before(deadline) {
		deadline = end
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	address := strings.TrimRight(c.BaseURL, "/") + one.path
	if len(one.query) > 0 {
		address += "?" + one.query.Encode()
	}
	sent, err := http.NewRequestWithContext(ctx, one.method, address, bytes.NewReader(body))
	if err != nil {
		return attempt{}, err
	}
	sent.Header.Set("Authorization", "Bearer "+c.Key)
	if body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	for name, value := range one.headers {
		if value != "" {
			sent.Header.Set(name, value)
		}
	}
	response, err := c.HTTP.Do(sent)
	if err != nil {
		return noResponse(err), nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return noResponse(err), nil
	}
	return readResponse(response, text), nil
}

func noResponse(err error) attempt {
	failure := &Error{ID: "client.no_response", Message: "no complete response: " + err.Error(), Err: err}
	return attempt{err: failure, isTransient: true}
}

func readResponse(response *http.Response, text []byte) attempt {
	var answer struct {
		Success *bool           `json:"success"`
		Data    json.RawMessage `json:"data"`
		Error   struct {
			ID      string `json:"id"`
			Message string `json:"message"`
			Details string `json:"details"`
		} `json:"error"`
	}
	status := response.StatusCode
	isRead := json.Unmarshal(text, &answer) == nil && answer.Success != nil
	if isRead && *answer.Success && status/100 == 2 && bytes.HasPrefix(answer.Data, []byte("{")) {
		return attempt{data: answer.Data}
	}
	retryAfter := response.Header.Get("Retry-After")
	result := attempt{
		err:         &Error{Status: status, RequestID: response.Header.Get("X-Request-Id")},
		isTransient: isTransient(status) || status == http.StatusConflict && retryAfter != "",
		retryAfter:  readRetryAfter(retryAfter),
	}
	if isRead && !*answer.Success && answer.Error.ID != "" {
		result.err.ID, result.err.Message = answer.Error.ID, answer.Error.Message
		// Anything else than a list leaves it empty.
		_ = json.Unmarshal([]byte(answer.Error.Details), &result.err.Issues)
		return result
	}
	excerpt := []rune(strings.ToValidUTF8(string(text), "\uFFFD"))
	if len(excerpt) > maxExcerptLength {
		excerpt = excerpt[:maxExcerptLength]
	}
	result.err.ID, result.err.Excerpt = "client.unreadable_response", string(excerpt)
	result.err.Message = fmt.Sprintf("status %d with a body that is not the API's: %q", status, result.err.Excerpt)
	return result
}

func isTransient(status int) bool {
	return status == http.StatusTooManyRequests || status >= http.StatusBadGateway && status <= http.StatusGatewayTimeout
}

// readRetryAfter reads seconds or an HTTP date.
func readRetryAfter(text string) time.Duration {
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(text)
	if wait := time.Until(at); err == nil && wait > 0 {
		return wait
	}
	return 0
}
